import type { ClientAccess } from '@comporta/contract/keys/client-access';
import { eq } from 'drizzle-orm';
import { hashSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { clientAccess, environmentStatus } from '../tables/applications.ts';

export type StoredClientAccess = ClientAccess & {
  readonly savedBy: string;
  readonly savedById: string | null;
  readonly savedAt: Date;
};

const COLUMNS = {
  key: clientAccess.key,
  origins: clientAccess.origins,
  version: clientAccess.version,
  savedBy: clientAccess.savedBy,
  savedById: clientAccess.savedById,
  savedAt: clientAccess.savedAt,
};

/** The initial state of every environment, which has no row until its first change. */
const UNTOUCHED: StoredClientAccess = {
  key: null,
  origins: [],
  version: 1,
  savedBy: '',
  savedById: null,
  savedAt: new Date(0),
};

export async function findClientAccess(
  sql: Sql,
  environmentId: string,
): Promise<StoredClientAccess> {
  const [row] = await sql
    .select(COLUMNS)
    .from(clientAccess)
    .where(eq(clientAccess.environmentId, environmentId));
  return row ?? UNTOUCHED;
}

/** The present client key by its hash, when it was made and last used; all null while there is none. */
export async function findClientKey(sql: Sql, environmentId: string) {
  const [key] = await sql
    .select({
      keyHash: clientAccess.keyHash,
      createdAt: clientAccess.createdAt,
      seenAt: environmentStatus.clientSeenAt,
    })
    .from(clientAccess)
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, clientAccess.environmentId))
    .where(eq(clientAccess.environmentId, environmentId));
  return key ?? { keyHash: null, createdAt: null, seenAt: null };
}

/** The row is as old as its key, which was not used yet. */
export async function noteNewClientKey(sql: Sql, environmentId: string): Promise<void> {
  await sql
    .update(clientAccess)
    .set({ createdAt: new Date() })
    .where(eq(clientAccess.environmentId, environmentId));
  await sql
    .update(environmentStatus)
    .set({ clientSeenAt: null })
    .where(eq(environmentStatus.environmentId, environmentId));
}

/** Returns the row as stored. A new key replaces the previous one. */
export async function saveClientAccess(
  sql: Sql,
  environmentId: string,
  access: StoredClientAccess,
): Promise<StoredClientAccess> {
  const columns = { ...access, keyHash: access.key === null ? null : hashSecret(access.key) };
  return onlyRow(
    await sql
      .insert(clientAccess)
      .values({ environmentId, ...columns })
      .onConflictDoUpdate({ target: clientAccess.environmentId, set: columns })
      .returning(COLUMNS),
  );
}
