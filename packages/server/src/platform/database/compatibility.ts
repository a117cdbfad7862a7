import { compatibility } from '../../tables/compatibility.ts';
import { Rejection } from '../base/rejection.ts';
import { isOlderVersion, VERSION } from '../base/version.ts';
import type { Sql } from './sql.ts';

/** The tables are of a release that this program knows nothing of. */
export class TablesAreNewer extends Error {
  override readonly name = 'TablesAreNewer';

  constructor(oldestProgram: string) {
    super(`the tables are newer: they need Comporta ${oldestProgram}, and this is ${VERSION}`);
  }
}

/** The oldest program that may use the tables, when it is newer than this one. Source: T20. */
export async function findNewerProgram(sql: Sql): Promise<string | undefined> {
  const [row] = await sql
    .select({ oldestProgram: compatibility.oldestProgram })
    .from(compatibility);
  return row !== undefined && isOlderVersion(VERSION, row.oldestProgram)
    ? row.oldestProgram
    : undefined;
}

/**
 * Refuses to write where this program is too old for the tables. In the transaction that writes: reading
 * keeps the tables from being declared newer until it ends.
 */
export async function requireKnownTables(sql: Sql): Promise<void> {
  const oldestProgram = await findNewerProgram(sql);
  if (oldestProgram === undefined) return;
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'tables are newer' });
}
