import { describe } from 'vitest';
import { itIsAnEventStore } from '../../testing/event-store/event-store-contract.ts';
import { openPostgresEventStore } from './postgres-event-store.ts';
import { rollUp } from './roll-up.ts';

describe('PostgreSQL', () =>
  itIsAnEventStore(async (sql) => ({
    store: openPostgresEventStore(sql),
    knowsStored: true,
    async count() {
      while ((await rollUp(sql, new Date(0)))?.isMore !== false);
    },
    async close() {},
  })));
