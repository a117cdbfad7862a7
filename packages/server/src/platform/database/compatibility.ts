import { compatibility } from '../../tables/compatibility.ts';
import { Rejection } from '../base/rejection.ts';
import { isOlderVersion, VERSION } from '../base/version.ts';
import type { Sql } from './sql.ts';

/** The tables belong to a newer release that this program does not know. */
export class TablesAreNewer extends Error {
  override readonly name = 'TablesAreNewer';

  constructor(oldestProgram: string) {
    super(`the tables are newer: they need Comporta ${oldestProgram}, and this is ${VERSION}`);
  }
}

/** What `requireOlder` needs, as a text for the message that begins a transaction. */
export const OLDEST_PROGRAM = 'select oldest_program from compatibility';

/** The oldest version that may use the tables if it is newer than this program; otherwise undefined. Source: T20. */
export async function findNewerProgram(sql: Sql): Promise<string | undefined> {
  const [row] = await sql
    .select({ oldestProgram: compatibility.oldestProgram })
    .from(compatibility);
  return newerProgram(row?.oldestProgram);
}

function newerProgram(oldest: string | undefined): string | undefined {
  return oldest !== undefined && isOlderVersion(VERSION, oldest) ? oldest : undefined;
}

/**
 * Rejects with SERVICE_UNAVAILABLE when this program is too old for the tables. Call it in the transaction that
 * writes: its read lock prevents the tables from being declared newer until the transaction ends.
 */
export async function requireKnownTables(sql: Sql): Promise<void> {
  requireOlder(await findNewerProgram(sql));
}

/** The same for who has read the row already. */
export function requireOlder(oldestProgram: string | undefined): void {
  if (newerProgram(oldestProgram) === undefined) return;
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'tables are newer' });
}
