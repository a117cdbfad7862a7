import type { ErrorCode } from '@comporta/contract/errors';
import { Rejection } from '../base/rejection.ts';
import type { Actor } from '../callers/actor.ts';
import { limitOf, type PlanLimit, type Plans } from '../config/plans.ts';
import { lockAccount } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';

/** What plans limit. */
export interface Limited {
  readonly limit: PlanLimit;
  readonly code: ErrorCode;
  /** What the refusal calls the largest number. */
  readonly name: string;
  /** How many the account has. */
  count(sql: Sql, accountId: string): Promise<number>;
}

type Holder = Pick<Actor, 'accountId' | 'plan'>;
interface Limit {
  readonly plans: Plans;
  readonly of: Limited;
  /** How many will be added. */
  readonly added?: number;
}

/**
 * Rejects with the limit's code when the account would have more than its plan allows. When the plan has this limit,
 * the account is locked, so that the check stays valid until the transaction ends.
 */
export async function enforcePlanLimit(sql: Sql, actor: Holder, limit: Limit): Promise<void> {
  if (limitOf(limit.plans, actor.plan, limit.of.limit) === undefined) return;
  await lockAccount(sql, actor.accountId);
  await requireRoom(sql, actor, limit);
}

/** The same check without locking the account, so that a concurrent write can invalidate it. */
export async function requireRoom(
  sql: Sql,
  { accountId, plan }: Holder,
  { plans, of: { limit, code, name, count }, added = 1 }: Limit,
): Promise<void> {
  const allowed = limitOf(plans, plan, limit);
  if (allowed === undefined) return;
  if ((await count(sql, accountId)) + added > allowed) {
    throw new Rejection(code, { [name]: allowed });
  }
}
