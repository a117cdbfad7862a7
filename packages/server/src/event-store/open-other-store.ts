import type { Log } from '../platform/base/log.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongSettings } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { claimForClickHouse, readEventPlace } from './event-place-repository.ts';
import type { OtherStore } from './other-store.ts';

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
      'EVENTS_URL is missing: the events of this database are in ClickHouse.',
    );
  }
  const { openClickHouseStore } = await import('./clickhouse/open-clickhouse-store.ts');
  const store = await openClickHouseStore({
    url: eventsUrl,
    keptDays,
    sql,
    log,
    // A node that starts again while ClickHouse is away answers everything but events.
    mayBeAway: before === 'CLICKHOUSE',
  });
  const place = await claimForClickHouse(sql).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (place === 'CLICKHOUSE') return store;
  await store.close();
  log.warn(
    'EVENTS_URL is not used: the events of this database are in PostgreSQL, and this release does not move them',
  );
  return undefined;
}
