import type { Counted } from '../event-store.ts';

const HOUR_MS = 60 * 60_000;
/**
 * Bounds the memory, and what one company can take of it: further series of an environment are dropped until the counts
 * are next taken. Source: FAIR-24.
 */
const MOST_SERIES = 5_000;
/** Codes come from closed sets, and are part of an index that takes no more than 2,704 bytes. */
const CODE_MAX_CHARS = 200;

/** Counters in memory, saved every few seconds. */
export interface EventCounts {
  /** Called for each evaluation. Pass the same strings each time: they are found fastest. */
  add(environmentId: string, what: Pick<Counted, 'kind' | 'code'>, count?: number): void;
  /** The counts since the previous call. */
  take(): Counted[];
}

type ByCode = Map<string, { count: number }>;
type ByEnvironment = Map<string, Map<string, ByCode>>;

/** `onDropped` is called with the environment of each count that finds no room. */
export function createEventCounts(
  onDropped: (environmentId: string) => void = () => {},
): EventCounts {
  let hours = new Map<number, ByEnvironment>();
  let series = new Map<string, number>();
  return {
    add(environmentId, { kind, code }, count = 1) {
      const hour = Math.floor(Date.now() / HOUR_MS);
      const codes = mapIn(mapIn(mapIn(hours, hour), environmentId), kind);
      const known = codes.get(code);
      if (known !== undefined) {
        known.count += count;
        return;
      }
      const kept = series.get(environmentId) ?? 0;
      if (kept >= MOST_SERIES || code.length > CODE_MAX_CHARS) {
        onDropped(environmentId);
        return;
      }
      codes.set(code, { count });
      series.set(environmentId, kept + 1);
    },
    take() {
      const taken = hours;
      hours = new Map();
      series = new Map();
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
