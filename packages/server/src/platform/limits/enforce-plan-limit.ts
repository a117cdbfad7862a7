import { Rejection } from '../base/rejection.ts';
import { limitOf, type Plans } from '../config/plans.ts';
import { lockAccount } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from '../identity/actor.ts';
import { countAccountKeys, countApplications, countToggles, countUsers } from './account-counts.ts';

const KINDS = {
  MAX_APPS: { count: countApplications, code: 'MAX_APP_LIMIT_REACHED', name: 'max-apps' },
  MAX_FEATURE_TOGGLES: {
    count: countToggles,
    code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
    name: 'max-toggles',
  },
  MAX_USERS: { count: countUsers, code: 'MAX_USERS_LIMIT_REACHED', name: 'max-users' },
  MAX_ACCOUNT_KEYS: { count: countAccountKeys, code: 'MAX_ACCOUNT_KEYS_REACHED', name: 'max-keys' },
} as const;

/**
 * Refuses one more when the account has as many as its plan allows. Where the plan limits them, the
 * account is held, so that there is still room when the one more is written.
 */
export async function enforcePlanLimit(
  sql: Sql,
  { accountId, plan }: Pick<Actor, 'accountId' | 'plan'>,
  { plans, limit }: { readonly plans: Plans; readonly limit: keyof typeof KINDS },
): Promise<void> {
  const allowed = limitOf(plans, plan, limit);
  if (allowed === undefined) return;
  await lockAccount(sql, accountId);
  const { count, code, name } = KINDS[limit];
  if ((await count(sql, accountId)) >= allowed) throw new Rejection(code, { [name]: allowed });
}
