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

/** The oldest version that may use the tables if it is newer than this program; otherwise undefined. Source: T20. */
export async function findNewerProgram(sql: Sql): Promise<string | undefined> {
  const [row] = await sql
    .select({ oldestProgram: compatibility.oldestProgram })
    .from(compatibility);
  return row !== undefined && isOlderVersion(VERSION, row.oldestProgram)
    ? row.oldestProgram
    : undefined;
}

/**
 * Rejects with SERVICE_UNAVAILABLE when this program is too old for the tables. Call it in the transaction that
 * writes: its read lock prevents the tables from being declared newer until the transaction ends.
 */
export async function requireKnownTables(sql: Sql): Promise<void> {
  const oldestProgram = await findNewerProgram(sql);
  if (oldestProgram === undefined) return;
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'tables are newer' });
}
