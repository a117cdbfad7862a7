import type { Log } from '../platform/base/log.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongSettings } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { claimForClickHouse, readEventPlace } from './event-place-repository.ts';
import { type FollowedPlace, followPlace } from './followed-place.ts';
import { GATHERED } from './ingest/commit-line.ts';
import { openMovableEventStore } from './movable-event-store.ts';
import type { OtherStore } from './other-store.ts';
import { openPostgresEventStore } from './postgres/postgres-event-store.ts';

interface Opening {
  readonly config: Pick<Config, 'eventsUrl' | 'eventsKeptDays'>;
  readonly sql: Sql;
  readonly log: Log;
}

/**
 * Opens the store that EVENTS_URL names; undefined where raw events are in the service's own database. Nothing of another store
 * is loaded without the setting. Rejects with WrongSettings when the events are in a store that is not named, or that cannot be
 * used. Source: RES-44, SCL-48.
 */
export async function openOtherStore({
  config,
  sql,
  log,
}: Opening): Promise<OtherStore | undefined> {
  const { eventsUrl, eventsKeptDays: keptDays } = config;
  const before = await readEventPlace(sql);
  if (eventsUrl === undefined) {
    if (before === 'POSTGRES') return undefined;
    throw new WrongSettings(
      'EVENTS_URL is missing: the events of this database are in ClickHouse, or are being moved there.',
    );
  }
  const { openClickHouseStore } = await import('./clickhouse/open-clickhouse-store.ts');
  const store = await openClickHouseStore({
    url: eventsUrl,
    keptDays,
    sql,
    log,
    // A node that starts again while ClickHouse is away answers everything but events.
    isInUse: before !== 'POSTGRES',
  });
  const place = await claimForClickHouse(sql).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (place === 'POSTGRES') {
    log.warn(
      'EVENTS_URL is not used yet: the events of this database are in PostgreSQL; comporta events move moves them',
    );
  }
  return movable(store, sql, followPlace(place));
}

/** The store, for events that may still be in the service's own database, and may be moved at any time. */
function movable(store: Omit<OtherStore, 'isInUse'>, sql: Sql, place: FollowedPlace): OtherStore {
  const isHere = () => place.now() === 'POSTGRES';
  return {
    ...store,
    on: (connections) =>
      openMovableEventStore(connections, {
        here: openPostgresEventStore(connections),
        there: store.on(connections),
        place,
      }),
    isInUse: async () => (await place.read(sql)) === 'CLICKHOUSE',
    sweep: async () => place.now() !== 'CLICKHOUSE' || store.sweep(),
    pulse: {
      away: () => (isHere() ? undefined : store.pulse.away()),
      onAway: (callback) => store.pulse.onAway(() => isHere() || callback()),
    },
    gathering: {
      get events() {
        return (isHere() ? GATHERED : store.gathering).events;
      },
      get ms() {
        return (isHere() ? GATHERED : store.gathering).ms;
      },
    },
  };
}
