import type { Counted } from '../event-store.ts';

const HOUR_MS = 60 * 60_000;
/** Bounds the memory: further series are dropped until the counts are next taken, in case a caller invents codes. */
const MOST_SERIES = 50_000;

/** Counters in memory, saved every few seconds. */
export interface EventCounts {
  /** Called for each evaluation. Pass the same strings each time: they are found fastest. */
  add(environmentId: string, what: Pick<Counted, 'kind' | 'code'>, count?: number): void;
  /** The counts since the previous call. */
  take(): Counted[];
}

type ByCode = Map<string, { count: number }>;
type ByEnvironment = Map<string, Map<string, ByCode>>;

export function createEventCounts(): EventCounts {
  let hours = new Map<number, ByEnvironment>();
  let series = 0;
  return {
    add(environmentId, { kind, code }, count = 1) {
      const hour = Math.floor(Date.now() / HOUR_MS);
      const codes = mapIn(mapIn(mapIn(hours, hour), environmentId), kind);
      const known = codes.get(code);
      if (known !== undefined) known.count += count;
      else if (series < MOST_SERIES) {
        codes.set(code, { count });
        series += 1;
      }
    },
    take() {
      const taken = hours;
      hours = new Map();
      series = 0;
      return [...taken].flatMap(([hour, environments]) =>
        [...environments].flatMap(([environmentId, kinds]) =>
          [...kinds].flatMap(([kind, codes]) =>
            [...codes].map(([code, { count }]) => ({
              environmentId,
              hour: new Date(hour * HOUR_MS),
              kind,
              code,
              count,
            })),
          ),
        ),
      );
    },
  };
}

function mapIn<Key, Inner>(maps: Map<Key, Map<string, Inner>>, key: Key): Map<string, Inner> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, Inner>();
  maps.set(key, made);
  return made;
}
