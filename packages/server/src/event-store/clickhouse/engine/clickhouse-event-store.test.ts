import { sql as raw } from 'drizzle-orm';
import { describe } from 'vitest';
import { createLog } from '../../../platform/base/log.ts';
import { startClickHouse } from '../../../testing/clickhouse/clickhouse-server.ts';
import { itIsAnEventStore } from '../../../testing/event-store/event-store-contract.ts';
import { claimForClickHouse } from '../../event-place-repository.ts';
import { openClickHouse } from '../clickhouse.ts';
import { openClickHouseEventStore } from '../clickhouse-event-store.ts';
import { countNoted } from '../count-noted.ts';
import { makeTables } from '../tables.ts';

const KEPT_DAYS = 35;

describe('RES-44, RES-45: ClickHouse', () =>
  itIsAnEventStore(async (sql) => {
    const server = await startClickHouse();
    const clickhouse = await openClickHouse(server.url, createLog('silent'));
    await makeTables(clickhouse);
    await claimForClickHouse(sql);
    return {
      store: openClickHouseEventStore(sql, { clickhouse, keptDays: KEPT_DAYS, notesFreshMs: 0 }),
      knowsStored: false,
      async count() {
        await countNoted({ sql, clickhouse, rawSince: new Date(0), unitsASlice: 50 });
        // Nothing else is being stored. Notes stay for minutes, and each count would read all that other tests noted.
        await sql.execute(raw`delete from touched_environments`);
      },
      async close() {
        await clickhouse.close();
        await server.close();
      },
    };
  }));
