import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { sessions } from '../tables/accounts.ts';

export async function insertSession(
  sql: Sql,
  session: { readonly tokenHash: string; readonly userId: string; readonly expiresAt: Date },
): Promise<void> {
  await sql.insert(sessions).values(session);
}

export async function deleteSession(sql: Sql, tokenHash: string): Promise<void> {
  await sql.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}
