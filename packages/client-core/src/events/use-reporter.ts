import type { Outcome } from '@comporta/engine/outcome';
import { valueMark } from '@comporta/engine/uses/value-mark';
import type { EventTrouble } from './backlog.ts';
import type { CountEvent } from './event.ts';
import type { PostEvents, Posted } from './post-events.ts';

/** What the client reports of the toggles that it was asked for. */
export interface UsageStatus {
  /**
   * OFF: the option says so. UNSUPPORTED: the service is of a release before; it is tried again after an hour. REFUSED: the
   * service rejected the key.
   */
  readonly state: 'ON' | 'OFF' | 'UNSUPPORTED' | 'REFUSED';
  /** Number of reports that the service has stored. */
  readonly reports: number;
  /** The most recent error. It stays after recovery. */
  readonly lastError: EventTrouble | undefined;
}

export interface UseReporter {
  /** Call it with an outcome whose `uses` has just become 1. */
  touch(outcome: Outcome): void;
  /** A toggle was asked for that the environment lacks. */
  lack(name: string): void;
  /** All values were taken at once: what is used of them is unknown. */
  gotAll(): void;
  /** The values of the service arrived. One report follows, even if nothing is asked for. */
  gotRules(): void;
  /** Reports what is not reported yet. Resolves when that is stored, or has to wait. */
  flush(): Promise<void>;
  /** Reports for the last time, unless something is used afterwards. */
  end(): Promise<void>;
  status(): UsageStatus;
  /** Reports for the last time, for at most this long. */
  close(withinMs: number): Promise<void>;
}

interface ReporterOptions {
  readonly post: PostEvents;
  /** Identifies this process to the service. */
  readonly sender: () => string;
  /** Whether each flush may be the last: on platforms that stop a process between two requests. */
  readonly mayEnd: boolean;
}

/** A report with what it was made of. */
interface Report {
  readonly event: CountEvent;
  readonly taken: readonly { readonly outcome: Outcome; readonly n: number }[];
}

const FIRST_MS = 5_000;
const EVERY_MS = 60_000;
/** Processes that started together do not report together. */
const SPREAD_MS = 10_000;
const UNSUPPORTED_MS = 60 * 60_000;
/** The limits of one report. Source: LIF-04. */
const COUNTS_MOST = 1_000;
const NAMES_MOST = 100;
const NAME_MAX_CHARS = 100;
const COUNT_MOST = 1e9;
/** A platform may kill the request that was sending without any error, so a send that takes longer is ignored. */
const SENDING_MOST_MS = 30_000;

/**
 * Reports how often each value was returned. At most one report is under way: until it is answered it is sent again
 * unchanged, so that the service counts it once, and counting goes on in the outcomes. Source: LIF-12.
 */
export function reportUses({ post, sender, mayEnd }: ReporterOptions): UseReporter {
  const closing = new AbortController();
  let touched: Outcome[] = [];
  let lacking = new Map<string, number>();
  let asked: CountEvent['asked'];
  let state: UsageStatus['state'] = 'ON';
  let lastError: EventTrouble | undefined;
  let reports = 0;
  let seq = 0;
  let countsMost = COUNTS_MOST;
  let underway: Report | undefined;
  /** Whether there is something to say without any use. */
  let isDue = false;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHurried = false;
  let sending: Promise<void> | undefined;
  let sendingUntil = 0;
  let notBefore = 0;

  function schedule(ms: number): void {
    if (timer !== undefined || state === 'REFUSED' || closing.signal.aborted) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush(false);
    }, ms);
    if (typeof timer === 'object') timer.unref();
  }

  function cancelTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  const aMinute = () => EVERY_MS + SPREAD_MS * (2 * Math.random() - 1);

  function later(): void {
    if (seq > 0 || isHurried) {
      schedule(aMinute());
      return;
    }
    isHurried = true;
    cancelTimer();
    schedule(FIRST_MS);
  }

  function isEmpty(): boolean {
    return touched.length === 0 && lacking.size === 0 && asked === undefined && !isDue;
  }

  /** The report under way, or else a new one; undefined when there is nothing to say. */
  function next(isLast: boolean): Report | undefined {
    if (underway !== undefined) return underway;
    const says = isLast && !hasEnded && seq > 0;
    if (isEmpty() && !says) return undefined;
    const some = touched.slice(0, countsMost);
    touched = touched.slice(countsMost);
    const taken = some.map((outcome) => {
      const n = Math.min(outcome.uses, COUNT_MOST);
      outcome.uses -= n;
      if (outcome.uses > 0) touched.push(outcome);
      return { outcome, n };
    });
    const unknown = [...lacking].map(([toggle, n]) => ({ toggle, n }));
    const isEnd = isLast && touched.length === 0;
    seq += 1;
    const event: CountEvent = {
      type: 'count',
      at: new Date().toISOString(),
      sender: sender(),
      seq,
      counts: taken.map(({ outcome: { toggle, value, ruleId }, n }) => ({
        toggle: toggle.name,
        value: valueMark(value),
        ...(ruleId !== undefined && { ruleId }),
        n,
      })),
      ...(unknown.length > 0 && { unknown }),
      ...(asked !== undefined && { asked }),
      ...(isEnd && { end: true }),
    };
    lacking = new Map();
    asked = undefined;
    isDue = false;
    hasEnded = isEnd;
    underway = { event, taken };
    return underway;
  }

  /** The service has certainly not stored it: what it said is said by a later one. */
  function takeBack({ event, taken }: Report): void {
    underway = undefined;
    hasEnded = false;
    isDue = true;
    for (const { outcome, n } of taken) {
      if (outcome.uses === 0) touched.push(outcome);
      outcome.uses += n;
    }
    for (const { toggle, n } of event.unknown ?? []) {
      lacking.set(toggle, (lacking.get(toggle) ?? 0) + n);
    }
    asked ??= event.asked;
  }

  function complain(message: string): void {
    lastError = { message, at: new Date() };
  }

  /** Returns whether the next report may follow at once. */
  function settle(report: Report, posted: Posted): boolean {
    switch (posted.outcome) {
      case 'TAKEN': {
        const code = posted.rejected[0]?.code;
        if (code === undefined) {
          underway = undefined;
          state = 'ON';
          reports += 1;
          return true;
        }
        complain(`uses are refused: ${code}`);
        takeBack(report);
        // A service of a release before knows no counts.
        if (code === 'INVALID_ITEM') {
          state = 'UNSUPPORTED';
          notBefore = Date.now() + UNSUPPORTED_MS;
        }
        return false;
      }
      case 'TOO_LARGE':
        complain('a report of uses is too large');
        takeBack(report);
        countsMost = Math.ceil(countsMost / 2);
        return false;
      case 'REFUSED':
        complain(`no uses are reported any more: ${posted.message}`);
        state = 'REFUSED';
        underway = undefined;
        return false;
      case 'AWAY':
        complain(`uses wait: ${posted.message}`);
        notBefore = Date.now() + posted.retryAfterMs;
        if (posted.patience === 0) takeBack(report);
        return false;
    }
  }

  async function send(isLast: boolean): Promise<void> {
    for (;;) {
      const report = next(isLast);
      if (report === undefined) return;
      if (!settle(report, await post([report.event], closing.signal))) return;
    }
  }

  async function flush(isLast: boolean): Promise<void> {
    cancelTimer();
    const now = Date.now();
    if (sending !== undefined && now < sendingUntil) await sending;
    const leftMs = notBefore - Date.now();
    if (state === 'REFUSED') return;
    // A longer wait than there is means that the clock was set back, so it is ignored.
    if (leftMs > 0 && leftMs <= UNSUPPORTED_MS) {
      schedule(leftMs);
      return;
    }
    sendingUntil = Date.now() + SENDING_MOST_MS;
    const mine = send(isLast).finally(() => {
      if (sending === mine) sending = undefined;
    });
    sending = mine;
    await mine;
    if (underway !== undefined || !isEmpty())
      schedule(Math.max(notBefore - Date.now(), 0) || aMinute());
  }

  const end = () => flush(true);
  return {
    touch(outcome) {
      if (state === 'REFUSED') return;
      touched.push(outcome);
      later();
    },
    lack(name) {
      if (state === 'REFUSED' || typeof name !== 'string' || name.length > NAME_MAX_CHARS) return;
      const known = lacking.get(name);
      if (known === undefined && lacking.size >= NAMES_MOST) return;
      lacking.set(name, Math.min((known ?? 0) + 1, COUNT_MOST));
      later();
    },
    gotAll() {
      if (asked !== undefined) return;
      asked = 'BULK';
      later();
    },
    gotRules() {
      if (seq > 0) return;
      isDue = true;
      schedule(aMinute());
    },
    flush: () => flush(mayEnd),
    end,
    status: () => ({ state, reports, lastError }),
    async close(withinMs) {
      let late: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise((resolve) => {
        late = setTimeout(resolve, withinMs);
      });
      await Promise.race([end(), tooLate]);
      clearTimeout(late);
      closing.abort();
      cancelTimer();
    },
  };
}
