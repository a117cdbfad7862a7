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

type Limited = Pick<Actor, 'accountId' | 'plan'>;
interface Limit {
  readonly plans: Plans;
  readonly limit: keyof typeof KINDS;
  /** How many will be added. */
  readonly added?: number;
}

/**
 * Rejects with the limit's code when the account would have more than its plan allows. When the plan has this limit,
 * the account is locked, so that the check stays valid until the transaction ends.
 */
export async function enforcePlanLimit(sql: Sql, actor: Limited, limit: Limit): Promise<void> {
  if (limitOf(limit.plans, actor.plan, limit.limit) === undefined) return;
  await lockAccount(sql, actor.accountId);
  await requireRoom(sql, actor, limit);
}

/** The same check without locking the account, so that a concurrent write can invalidate it. */
export async function requireRoom(
  sql: Sql,
  { accountId, plan }: Limited,
  { plans, limit, added = 1 }: Limit,
): Promise<void> {
  const allowed = limitOf(plans, plan, limit);
  if (allowed === undefined) return;
  const { count, code, name } = KINDS[limit];
  if ((await count(sql, accountId)) + added > allowed) {
    throw new Rejection(code, { [name]: allowed });
  }
}
