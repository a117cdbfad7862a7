import type { Counted } from '../event-store.ts';

const HOUR_MS = 60 * 60_000;
/** More kinds are left out until the next are saved: nobody counts in codes of their own. */
const MOST_SERIES = 50_000;

/** Counts in memory what is saved every few seconds. */
export interface EventCounts {
  add(environmentId: string, what: Pick<Counted, 'kind' | 'code'>, count?: number): void;
  /** What was counted since it was taken last. */
  take(): Counted[];
}

export function createEventCounts(): EventCounts {
  let counts = new Map<string, number>();
  return {
    add(environmentId, { kind, code }, count = 1) {
      const hour = Math.floor(Date.now() / HOUR_MS);
      const key = `${environmentId} ${hour} ${kind} ${code}`;
      const known = counts.get(key);
      if (known === undefined && counts.size >= MOST_SERIES) return;
      counts.set(key, (known ?? 0) + count);
    },
    take() {
      const taken = counts;
      counts = new Map();
      return [...taken].map(([key, count]) => {
        const [environmentId = '', hour, kind = '', ...code] = key.split(' ');
        return {
          environmentId,
          hour: new Date(Number(hour) * HOUR_MS),
          kind,
          code: code.join(' '),
          count,
        };
      });
    },
  };
}
