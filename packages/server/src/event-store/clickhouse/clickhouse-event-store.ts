import type { Sql } from '../../platform/database/database.ts';
import type { EventStore } from '../event-store.ts';
import { openPostgresEventStore } from '../postgres/postgres-event-store.ts';
import { appendTo } from './append.ts';
import type { ClickHouse } from './clickhouse.ts';
import { eraseUnit } from './erase.ts';
import { keptAwake } from './kept-awake.ts';
import { askRawEvents } from './raw-questions.ts';
import { createNotes } from './touched-environments-repository.ts';

const DAY_MS = 24 * 60 * 60_000;

interface StoreOptions {
  readonly clickhouse: ClickHouse;
  /** How long raw events are kept. */
  readonly keptDays: number;
  readonly isAway?: () => boolean;
  /** How long a note of changed environments counts as fresh; by default half a minute. */
  readonly notesFreshMs?: number;
}

/**
 * Keeps raw events and exposures in ClickHouse, and everything that is counted from them in the service's own database,
 * where results read it. Source: RES-44, SCL-42.
 */
export function openClickHouseEventStore(
  sql: Sql,
  { clickhouse, keptDays, isAway = () => false, notesFreshMs }: StoreOptions,
): EventStore {
  const note = createNotes(sql, notesFreshMs);
  return {
    ...openPostgresEventStore(sql),
    ...askRawEvents(sql, clickhouse),
    isAway,
    async append(batch, tooSlow) {
      await note(batch);
      return appendTo(clickhouse, batch, tooSlow);
    },
    erase(inside, environmentId, unit) {
      const rawSince = new Date(Date.now() - keptDays * DAY_MS);
      const erasing = { sql: inside, clickhouse, rawSince };
      return keptAwake(inside, () => eraseUnit(erasing, environmentId, unit));
    },
  };
}
