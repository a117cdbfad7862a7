import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';

/** What the lifecycle of a toggle is read from. */
const TIMES = [
  ['environments', 'created_at'],
  ['toggles', 'created_at', 'saved_at'],
  ['toggle_versions', 'saved_at'],
  ['experiments', 'saved_at'],
  ['audit_entries', 'at'],
  ['usage_state', 'counting_since'],
  ['usage_clients', 'asked_at', 'silent_at'],
  ['toggle_clients', 'last_use_at'],
] as const;

/** Moves everything that was done so far into the past. */
export async function daysPass(sql: Sql, days: number): Promise<void> {
  for (const [table, ...columns] of TIMES) {
    for (const column of columns) {
      const name = raw.identifier(column);
      await sql.execute(
        raw`update ${raw.identifier(table)} set ${name} = ${name} - make_interval(days => ${days})`,
      );
    }
  }
}
