import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';

/** E-mails are unique in an installation. */
export async function findUserByEmail(sql: Sql, email: string) {
  const [user] = await sql
    .select({ id: users.id, name: users.name, email: users.email, accountId: users.accountId })
    .from(users)
    .where(eq(users.email, email));
  return user;
}
