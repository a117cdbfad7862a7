import type { CountedUse } from '@comporta/client-core/events/event';
import { createEventQueue } from '@comporta/client-core/events/event-queue';
import { packedBody, plainBody } from '@comporta/client-core/events/post-events';
import { trackedEvent } from '@comporta/client-core/events/tracked-event';
import type { Context, Flag } from './answer.ts';
import { isPage, isServer } from './page.ts';
import type { Service } from './service.ts';

/** Keeps a batch, and the uses in one event, below the 64 KB that an unloading page may send. */
const BATCH_MOST = 100;
const LAST_EVENTS_MS = 1_000;

/** The user of the page. Its flags name the properties that events must name, too. */
interface PageUser {
  readonly context: Context;
  readonly flags: readonly Flag[];
}

export interface EventReporter {
  /**
   * Counts that the page asked for this value by its name, and reports that this user is shown it: once, and only for a
   * measured split. Without a user nobody is shown it.
   */
  asked(flag: Flag, context: Context | undefined): void;
  track(event: string, user: PageUser, value: unknown): void;
  close(): void;
}

/** Reports exposures and tracked events of the page's user. On a server that renders the page it does nothing. */
export function reportEvents(
  { postEvents }: Service,
  isNew: (text: string) => boolean,
  warn: (message: string) => void,
): EventReporter {
  let isGoing = false;
  /** Uses that are not sent yet are one event. */
  let counts: CountedUse[] = [];
  const queue = createEventQueue({
    async post(events, closing) {
      counts = [];
      // Compressing is asynchronous, and a page that unloads may not have the time.
      return postEvents(isGoing ? plainBody(events) : await packedBody(events), closing);
    },
    batchMost: BATCH_MOST,
    warn,
  });
  const told = new Set<string>();

  /** A page that is hidden or left may not return. `pagehide` is fired before the page becomes hidden. */
  function onTurn({ type }: Event): void {
    isGoing = type === 'pagehide' || document.visibilityState === 'hidden';
    if (isGoing) void queue.flush();
  }
  const leaving = new AbortController();
  if (isPage()) {
    document.addEventListener('visibilitychange', onTurn, leaving);
    addEventListener('pagehide', onTurn, leaving);
    addEventListener('pageshow', onTurn, leaving);
  }

  return {
    asked({ key: toggle, variant, reason, metadata }, context) {
      if (isServer()) return;
      const value = `${variant}`;
      if (isNew(`${toggle} ${value}`)) {
        const use = { toggle, value, n: 1 };
        if (counts.length % BATCH_MOST > 0) counts.push(use);
        else {
          counts = [use];
          queue.add({ type: 'count', at: new Date().toISOString(), counts });
        }
      }
      const { phaseId, ruleId, by } = metadata ?? {};
      const uid = context && (by === undefined ? context.targetingKey : unitIn(context, by));
      if (phaseId === undefined || ruleId === undefined || reason !== 'SPLIT') return;
      if (typeof uid !== 'string' || variant === undefined) return;
      const mark = `${phaseId} ${uid}`;
      if (told.has(mark)) return;
      told.add(mark);
      const at = new Date().toISOString();
      queue.add({ type: 'exposure', toggle, phaseId, ruleId, value, uid, by, at });
    },
    track(event, { context, flags }, value) {
      if (isServer()) return;
      const units: Record<string, string> = {};
      for (const { metadata } of flags) {
        const unit = metadata?.by && unitIn(context, metadata.by);
        if (unit) units[metadata.by] = unit;
      }
      const tracked = trackedEvent(event, context.targetingKey, { value, units });
      if (typeof tracked === 'string') queue.refuse(tracked);
      else queue.add(tracked);
    },
    close() {
      void queue.close(LAST_EVENTS_MS);
      leaving.abort();
    },
  };
}

/** The value of a property as a split reads it: text, or a number or boolean as text; no object is one. */
function unitIn(context: Context, by: string): string | undefined {
  const value = Object.hasOwn(context, by) ? context[by] : undefined;
  return Object(value) === value ? undefined : value?.toString();
}
