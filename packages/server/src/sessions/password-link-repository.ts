import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { passwordLinks, users } from '../tables/accounts.ts';

export interface PasswordLink {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  /** Whether an administrator has deactivated the user. */
  readonly deactivated: boolean;
}

export async function findPasswordLink(
  sql: Sql,
  tokenHash: string,
): Promise<PasswordLink | undefined> {
  const [link] = await sql
    .select({
      userId: passwordLinks.userId,
      accountId: users.accountId,
      email: users.email,
      expiresAt: passwordLinks.expiresAt,
      endedAt: passwordLinks.endedAt,
      deactivated: users.deactivated,
    })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(eq(passwordLinks.tokenHash, tokenHash));
  return link;
}
