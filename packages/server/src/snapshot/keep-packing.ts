import { inTurns } from '../platform/base/in-turns.ts';
import type { Log } from '../platform/base/log.ts';
import { doPeriodically, type PeriodicWork } from '../platform/database/periodic-work.ts';
import { growSlowly } from './grow-slowly.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import type { CachedStoredSnapshot, SnapshotCache } from './snapshot-cache.ts';

const LOOK_INTERVAL_MS = 1_000;
/** What was asked for more recently stays open: who asks every few seconds never waits. */
const IDLE_MS = 10_000;
/** Larger ones take too long to be unpacked for whoever asks. */
const PACKED_MOST = 200;
/** About 100 MB. Where there are fewer, nothing is ever packed. */
const OPEN_TOGGLES = 10_000;

interface Packing {
  readonly registry: SnapshotCache;
  readonly log: Log;
  /** In milliseconds, as that of the registry. */
  readonly clock: () => number;
  /** How many toggles may be open without having been asked for in the last seconds. */
  readonly most?: number | undefined;
}

/**
 * Packs small environments that nobody asked for in the last seconds, those that were not asked for longest first, as long as
 * more is open than has room. The next request unpacks its environment in a millisecond or two, without the database.
 */
export function keepPacking({ registry, log, clock, most = OPEN_TOGGLES }: Packing): PeriodicWork {
  let hasPacked = false;
  /** One that uses lists of ids is not small. */
  const isSmall = ({ counts, lists }: StoredSnapshot) => counts <= PACKED_MOST && lists === '';
  const isIdle = ({ isWatched, askedAtMs, snapshot }: CachedStoredSnapshot) =>
    !isWatched && clock() - askedAtMs > IDLE_MS && isSmall(snapshot);

  function* packIdle(): Generator<void, void> {
    const open = registry.open();
    let toggles = open.reduce((sum, { snapshot }) => sum + snapshot.counts, 0);
    if (toggles <= most) return;
    const idle = open.filter(isIdle).sort((a, b) => a.askedAtMs - b.askedAtMs);
    if (idle.length > 0 && !hasPacked) growSlowly();
    hasPacked ||= idle.length > 0;
    for (const environment of idle) {
      if (toggles <= most) return;
      // It may have been asked for, or dropped, in the turns between.
      if (!isIdle(environment) || registry.get(environment.id) !== environment) continue;
      toggles -= environment.snapshot.counts;
      registry.pack(environment);
      yield;
    }
  }

  return doPeriodically(LOOK_INTERVAL_MS, () => inTurns(packIdle()), log);
}
