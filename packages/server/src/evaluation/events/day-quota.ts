import { randomInt } from 'node:crypto';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Lane } from '../../event-store/ingest/lane.ts';
import type { StoredBy } from '../../event-store/stored-today.ts';
import type { Log } from '../../platform/base/log.ts';
import { countCalls } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { isNearlyUsedUp, startOfDay } from '../../platform/limits/events-today.ts';
import { kindOf, type Opened } from '../admission/limited.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Client keys may use half of a day's quota, and one network a fiftieth. Source: FAIR-29. */
const OF_CLIENTS = 1 / 2;
const OF_NETWORK = 1 / 50;
/** Bounds the memory: a full map begins anew, and what client keys may use bounds what is stored meanwhile. */
const NETWORKS_MOST = 100_000;

interface Sender {
  readonly access: Opened;
  /** The network and environment of a caller with a client key; undefined where nothing is limited by address. */
  readonly address: string | undefined;
}

/**
 * How many events of an environment are stored in a UTC day. A node learns once a minute what others stored, and what its
 * own evaluations showed: in that time more may be stored.
 */
export interface DayQuota {
  /** Rejects with RATE_LIMITED when there is no room for so many events; else stores them, and counts those that are new. */
  within<Reported extends Accepted>(
    sender: Sender,
    events: number,
    store: () => Promise<Reported>,
  ): Promise<Reported>;
  /** Whether there is room for what this node's evaluations show. */
  isUsedUp(lane: Pick<Lane, 'environmentId' | 'isClient'>): boolean;
  /** The part of the quota that the environment with most events has used, 0 to about 1. */
  fullest(): number;
  close(): Promise<void>;
}

/** Reports of uses are among the accepted items, and take nothing. */
interface Accepted {
  readonly accepted: number;
  readonly uses: number;
}

interface DayQuotaOptions {
  readonly store: Pick<EventStore, 'storedSince'>;
  readonly log: Log;
  /** Infinite when nothing is limited. */
  readonly most: number;
}

type Used = Record<StoredBy, number>;

interface Today {
  readonly since: Date;
  /** By environment: what all nodes stored until the last look and this one since, and what it is about to store. */
  readonly used: Map<string, Used>;
  readonly byNetwork: Map<string, number>;
  /** The environments with events since the last look: the others did not change here. */
  readonly active: Set<string>;
}

export function openDayQuota({ store, log, most }: DayQuotaOptions): DayQuota {
  const mayWarn = countCalls(1, HOUR_MS);
  let current = newDay(startOfDay());

  function today(): Today {
    const since = startOfDay();
    if (since.getTime() !== current.since.getTime()) current = newDay(since);
    return current;
  }

  function usedOf({ used, active }: Today, environmentId: string): Used {
    active.add(environmentId);
    const known = used.get(environmentId) ?? { SERVER: 0, CLIENT: 0 };
    if (!used.has(environmentId)) looking.runNow(); // Other nodes, and this one before a restart, stored some.
    used.set(environmentId, known);
    return known;
  }

  async function look(): Promise<void> {
    const day = today();
    const asked = [...day.active];
    if (asked.length === 0) return;
    for (const { environmentId, by, count } of await store.storedSince(asked, day.since)) {
      const used = day.used.get(environmentId);
      // What this node knows may be more: its last counters are not saved yet.
      if (used !== undefined) used[by] = Math.max(used[by], count);
    }
    for (const environmentId of asked) {
      day.active.delete(environmentId);
      const used = day.used.get(environmentId);
      const stored = used === undefined ? 0 : totalOf(used);
      if (isNearlyUsedUp(stored, most) && mayWarn(environmentId) === undefined)
        log.warn({ environmentId, stored, most }, 'an environment has few events of today left');
    }
  }
  const looking = doPeriodically(MINUTE_MS, look, log);

  function hasRoom(used: Used, ofNetwork: number | undefined, by: StoredBy): boolean {
    return (
      totalOf(used) <= most &&
      (by === 'SERVER' || used.CLIENT <= most * OF_CLIENTS) &&
      (ofNetwork === undefined || ofNetwork <= most * OF_NETWORK)
    );
  }

  return {
    async within({ access, address }, events, storeThem) {
      const day = today();
      const by = kindOf(access);
      const { id } = access.environment;
      const used = usedOf(day, id);
      /** Takes room, or gives it back. */
      const take = (count: number) => {
        used[by] += count;
        if (address === undefined) return;
        if (day.byNetwork.size >= NETWORKS_MOST) day.byNetwork.clear();
        day.byNetwork.set(address, Math.max(0, (day.byNetwork.get(address) ?? 0) + count));
      };
      take(events);
      const ofNetwork = address === undefined ? undefined : day.byNetwork.get(address);
      let stored = 0;
      try {
        if (events > 0 && !hasRoom(used, ofNetwork, by)) {
          throw new Rejection('RATE_LIMITED', { limit: 'DAY', retry_after: randomInt(600, 3_601) });
        }
        const reported = await storeThem();
        stored = reported.accepted - reported.uses;
        return reported;
      } finally {
        take(stored - events);
      }
    },
    isUsedUp({ environmentId, isClient }) {
      const used = usedOf(today(), environmentId);
      return totalOf(used) >= most || (isClient && used.CLIENT >= most * OF_CLIENTS);
    },
    fullest: () =>
      [...today().used.values()].map(totalOf).reduce((a, b) => Math.max(a, b), 0) / most,
    close: looking.close,
  };
}

function newDay(since: Date): Today {
  return { since, used: new Map(), byNetwork: new Map(), active: new Set() };
}

function totalOf({ SERVER, CLIENT }: Used): number {
  return SERVER + CLIENT;
}
