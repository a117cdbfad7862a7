import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { isOpenChallenge } from '../../identity/challenges.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { builtOnce } from '../../platform/database/pool/built-once.ts';
import { accounts, users } from '../../tables/accounts.ts';
import { challenges } from '../../tables/identity.ts';
import { CREDENTIAL, type Credential } from '../credential-repository.ts';
import { type Step, stepOf } from './step.ts';

/** A second step that nobody else can answer, with its user, who does not change, until the transaction ends. */
export interface HeldStep {
  readonly step: Step;
  readonly user: Credential;
}

/**
 * Locks in the order of `account-lock.ts`, and then the challenge; of each row as it is when it is locked. In one statement,
 * because who answers a second step waits for it. Source: IDN-80.
 */
function holding(locked: PgTable[], which?: SQL) {
  const find = builtOnce((sql) =>
    sql
      .select({ ...CREDENTIAL, data: challenges.data })
      .from(challenges)
      .innerJoin(users, eq(users.id, challenges.userId))
      .innerJoin(accounts, eq(accounts.id, users.accountId))
      .where(and(isOpenChallenge('STEP', raw.placeholder('hash')), users.active, which))
      .for('no key update', { of: locked }),
  );
  return async (sql: Sql, challenge: string): Promise<HeldStep | undefined> => {
    const [held] = await find(sql, { hash: hashSecret(challenge) });
    if (held === undefined) return undefined;
    const { data, ...user } = held;
    return { step: stepOf({ userId: user.id, data }), user };
  };
}

/** Undefined when it is unknown, too old, used, or ended by wrong answers; or its user is not active any more. */
export const holdStep = holding([accounts, users, challenges]);

/** The same for a step whose right answer changes no user; undefined for others, too. */
export const holdStepAlone = holding(
  [users, challenges],
  raw`not ${challenges.data} ?| array['setUp', 'connect']`,
);
