import { and, eq, inArray, isNotNull, ne, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Examination } from '../platform/database/examine-database.ts';
import type { Sweep } from '../platform/database/expired-rows.ts';
import type { Sql } from '../platform/database/sql.ts';
import { providers, secondFactors } from '../tables/identity.ts';
import type { EncryptionKeys } from './encryption-keys.ts';
import type { Sealing, SealingPurpose } from './sealing.ts';

interface SealedColumn {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly sealed: PgColumn;
  /** As the table names it. */
  readonly name: string;
  readonly purpose: SealingPurpose;
}

/** What is sealed at rest. */
const SEALED: readonly SealedColumn[] = [
  {
    table: providers,
    id: providers.id,
    sealed: providers.sealedSecret,
    name: 'sealed_secret',
    purpose: 'client secret',
  },
  {
    table: secondFactors,
    id: secondFactors.userId,
    sealed: secondFactors.sealedAppSecret,
    name: 'sealed_app_secret',
    purpose: 'app secret',
  },
];

const ROWS_AT_ONCE = 500;

const keyIdIn = ({ sealed }: SealedColumn): SQL => raw`split_part(${sealed}, '.', 2)`;

/** How many secrets were sealed with a key that is not here. */
export async function countUnreadable(sql: Sql, keys: EncryptionKeys): Promise<number> {
  const known = (await keys.all()).map(({ id }) => id);
  let count = 0;
  for (const column of SEALED) {
    const isUnknown = raw`${keyIdIn(column)} <> all(${raw.param(known)})`;
    count += await sql.$count(column.table, and(isNotNull(column.sealed), isUnknown));
  }
  return count;
}

/** Seals again with the key that writes what other keys that are here can open. Source: IDN-38. */
export function resealRows(keys: EncryptionKeys, sealing: Sealing): Sweep {
  return async (sql) => {
    const [writing, ...others] = (await keys.all()).map(({ id }) => id);
    if (writing === undefined || others.length === 0) return;
    for (const column of SEALED) {
      while ((await resealSome(sql, { column, others, sealing })) === ROWS_AT_ONCE);
    }
  };
}

/** Returns how many rows there were. One that does not open is left out of the next ones by its id. */
async function resealSome(
  sql: Sql,
  {
    column,
    others,
    sealing,
  }: { column: SealedColumn; others: readonly string[]; sealing: Sealing },
): Promise<number> {
  const { table, id, sealed, name, purpose } = column;
  const rows = await sql
    .select({ id: raw<string>`${id}`, sealed: raw<string>`${sealed}` })
    .from(table)
    .where(inArray(keyIdIn(column), [...others]))
    .limit(ROWS_AT_ONCE);
  let done = 0;
  for (const row of rows) {
    const again = await sealing.reseal(purpose, row.id, row.sealed);
    if (again === undefined) continue;
    done += 1;
    // Not where it was set up again meanwhile.
    await sql.execute(raw`update ${table} set ${raw.identifier(name)} = ${again}
      where ${and(eq(id, row.id), eq(sealed, row.sealed), ne(sealed, again))}`);
  }
  return done;
}

function unreadable(count: number): string {
  const secrets = count === 1 ? 'secret was' : 'secrets were';
  return `${count} ${secrets} sealed with a key that is not here: add it to ENCRYPTION_KEY, or put encryption.key back into DATA_DIR, or set up these authenticator apps and client secrets again`;
}

/** For `comporta check`. Source: IDN-38. */
export function examineSealed(keys: EncryptionKeys): Examination {
  return async (sql) => {
    const what = 'encryption key';
    const count = await countUnreadable(sql, keys);
    if (count > 0) return [{ what, complaint: unreadable(count) }];
    const isThere = (await keys.all()).length > 0;
    if (isThere) return [{ what: `${what}: opens all that is sealed` }];
    return [
      {
        what: `${what}: ${keys.areMade ? 'made at first need' : 'ENCRYPTION_KEY is not set, so there is no single sign-on with a secret and no second factor'}`,
      },
    ];
  };
}

/** A line for the log at the start; undefined when all can be opened. */
export async function complaintOfSealed(
  sql: Sql,
  keys: EncryptionKeys,
): Promise<string | undefined> {
  const count = await countUnreadable(sql, keys);
  return count === 0 ? undefined : unreadable(count);
}
