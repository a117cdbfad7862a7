import type { Log } from '../../platform/base/log.ts';
import { type Pulse, refusalWhileAway } from '../../platform/base/pulse.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { WrongSettings } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { OtherStore } from '../other-store.ts';
import { type ClickHouse, openClickHouse } from './clickhouse.ts';
import { openClickHouseEventStore } from './clickhouse-event-store.ts';
import { watchClickHouse } from './clickhouse-pulse.ts';
import { countNoted } from './count-noted.ts';
import { sweepClickHouse } from './sweep.ts';
import { hasRows, makeTables, OLDEST_VERSION, unusableVersion } from './tables.ts';

interface Opening {
  readonly url: string;
  readonly keptDays: number;
  readonly sql: Sql;
  readonly log: Log;
  /**
   * Whether events are there already, or are being moved there. It may then be away. Otherwise it must be empty: rows of another
   * service would be swept, and those of an earlier life counted.
   */
  readonly isInUse: boolean;
}

/** Opens ClickHouse, with its tables. Rejects with WrongSettings when it is too old. */
export async function openUsableClickHouse({
  url,
  log,
  isInUse,
}: Pick<Opening, 'url' | 'log' | 'isInUse'>): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(url, log);
  try {
    const version = await unusableVersion(clickhouse);
    if (version !== undefined) {
      throw new WrongSettings(
        `EVENTS_URL is wrong: it must be a ClickHouse of ${OLDEST_VERSION} or later; this is ${version}.`,
      );
    }
    await makeTables(clickhouse);
    if (!isInUse && (await hasRows(clickhouse))) {
      throw new WrongSettings(
        `EVENTS_URL is wrong: the database ${clickhouse.database} of ClickHouse has events already; it must be an empty one.`,
      );
    }
  } catch (error) {
    const isAway = error instanceof Rejection;
    if (!isAway || !isInUse) {
      await clickhouse.close();
      throw isAway
        ? new Error(`ClickHouse cannot be used: ${whyOf(error)}. Check EVENTS_URL`)
        : error;
    }
    log.warn({ err: error }, 'ClickHouse does not answer; events are answered 503');
  }
  return clickhouse;
}

/** A store that is in use, or soon. */
export async function openClickHouseStore(opening: Opening): Promise<Omit<OtherStore, 'isInUse'>> {
  const { keptDays, sql, log } = opening;
  const clickhouse = await openUsableClickHouse(opening);
  const pulse = watchClickHouse(clickhouse, log);
  const stopping = new AbortController();
  return {
    on: (connections) =>
      openClickHouseEventStore(connections, {
        clickhouse: whilePresent(clickhouse, pulse),
        keptDays,
        isAway: () => pulse.away() !== undefined,
      }),
    count(rawSince) {
      // Otherwise phases without news would be marked as counted, and nobody would see that nothing arrives.
      if (pulse.away() !== undefined) throw refusalWhileAway(pulse);
      const read: ClickHouse['read'] = (query, parameters, extent) =>
        clickhouse.read(query, parameters, { ...extent, abort: stopping.signal });
      return countNoted({ sql, clickhouse: { ...clickhouse, read }, rawSince });
    },
    sweep: () => sweepClickHouse({ sql, clickhouse, keptDays }),
    pulse,
    gathering: { events: 10_000, ms: 500 },
    stopCounting: () => stopping.abort(),
    async close() {
      pulse.close();
      await clickhouse.close();
    },
  };
}

function whyOf({ cause }: Rejection): string {
  return cause instanceof Error ? cause.message : 'no answer';
}

/** Refuses at once while ClickHouse is known to be away: each call would wait for seconds. */
function whilePresent(clickhouse: ClickHouse, pulse: Pick<Pulse, 'away'>): ClickHouse {
  const orRefuse =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (pulse.away() !== undefined) throw refusalWhileAway(pulse);
      return call(...given);
    };
  return {
    ...clickhouse,
    insert: orRefuse(clickhouse.insert),
    run: orRefuse(clickhouse.run),
    async read(query, parameters, extent) {
      if (pulse.away() !== undefined) throw refusalWhileAway(pulse);
      return clickhouse.read(query, parameters, extent);
    },
  };
}
