import {
  DEFAULT_SIGN_IN_POLICY,
  type SignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { eq } from 'drizzle-orm';
import { signInPolicies } from '../../tables/identity.ts';
import type { Sql } from '../database/database.ts';

type StoredSignInPolicy = Omit<typeof signInPolicies.$inferSelect, 'accountId'>;

/** How the users of a company come in: what is stored, else the defaults. */
export async function readSignInPolicy(sql: Sql, accountId: string): Promise<SignInPolicy> {
  return (await findSignInPolicy(sql, accountId)) ?? DEFAULT_SIGN_IN_POLICY;
}

/** The policy with its version; undefined where nobody has saved one. */
export async function findSignInPolicy(
  sql: Sql,
  accountId: string,
): Promise<StoredSignInPolicy | undefined> {
  const [row] = await sql
    .select()
    .from(signInPolicies)
    .where(eq(signInPolicies.accountId, accountId));
  if (row === undefined) return undefined;
  const { accountId: _account, ...policy } = row;
  return policy;
}

/** Stores the whole policy of a company. */
export async function writeSignInPolicy(
  sql: Sql,
  accountId: string,
  policy: StoredSignInPolicy,
): Promise<void> {
  await sql
    .insert(signInPolicies)
    .values({ accountId, ...policy })
    .onConflictDoUpdate({ target: signInPolicies.accountId, set: policy });
}

/** Whether this user comes in through a provider alone: who is no emergency user, under enforcement. Source: IDN-20. */
export function isEnforcedFor(
  { passwordLogin, emergencyUsers }: SignInPolicy,
  userId: string,
): boolean {
  return passwordLogin === 'EMERGENCY_ONLY' && !emergencyUsers.includes(userId);
}
