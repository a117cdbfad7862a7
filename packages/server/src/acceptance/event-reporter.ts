import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A system that reports events and repeats each call until it is acknowledged, as our SDK does. */
export interface EventReporter {
  /** The number of acknowledged events; each of them counts once. */
  acknowledged(): number;
  /** Each kind of refusal, with its retry-after; a connection that was cut is `cut off`. */
  refusals(): ReadonlySet<string>;
  /** Starts no further call; resolves when the last one is acknowledged. */
  stop(): Promise<void>;
}

interface Reporting {
  /** The current URL of the service; a restart changes it. */
  readonly url: () => string;
  readonly key: string;
  readonly uid: string;
  /** Sent with each call. */
  readonly exposure?: object;
}

const EVENTS_A_CALL = 5;
const REPEAT_MS = 20;

export function keepReporting({ url, key, uid, exposure }: Reporting): EventReporter {
  const refusals = new Set<string>();
  let acknowledged = 0;
  let stopped = false;

  async function send(body: string): Promise<boolean> {
    try {
      const response = await fetch(`${url()}/api/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      const answer = (await response.json()) as {
        readonly error_code?: string;
        readonly rejected?: readonly object[];
      };
      if (response.status === 200 && answer.rejected?.length === 0) return true;
      const after = response.headers.get('retry-after');
      const what = answer.error_code ?? JSON.stringify(answer.rejected);
      refusals.add(`${response.status} ${what}, retry after ${after}`);
    } catch {
      refusals.add('cut off');
    }
    return false;
  }

  async function reportOn(): Promise<void> {
    while (!stopped) {
      const at = new Date().toISOString();
      const tracks = Array.from({ length: EVENTS_A_CALL }, () => ({
        type: 'track',
        id: randomUUID(),
        key: 'purchase',
        uid,
        at,
      }));
      const body = JSON.stringify({ events: exposure ? [exposure, ...tracks] : tracks });
      while (!(await send(body))) await pause(REPEAT_MS);
      acknowledged += EVENTS_A_CALL;
      await pause(REPEAT_MS);
    }
  }

  const reporting = reportOn();
  return {
    acknowledged: () => acknowledged,
    refusals: () => refusals,
    stop() {
      stopped = true;
      return reporting;
    },
  };
}
