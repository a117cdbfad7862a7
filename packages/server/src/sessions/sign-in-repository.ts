import type { Sql } from '../platform/database/database.ts';
import { signIns } from '../tables/identity.ts';

/** Writes a row of the log of sign-ins. */
export async function insertSignIn(sql: Sql, signIn: typeof signIns.$inferInsert): Promise<void> {
  await sql.insert(signIns).values(signIn);
}
