import type { Scope } from '@comporta/contract/endpoint';
import { and, eq, gt, sql as raw } from 'drizzle-orm';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { challenges } from '../../tables/identity.ts';

/** A program that asks to act for somebody. */
export interface Device {
  readonly program: string;
  readonly host: string;
  readonly network: string;
  readonly scopes: readonly Scope[];
  /** Absent while nobody has answered. */
  readonly answer?: 'ALLOWED' | 'REFUSED';
}

const IS_PENDING = and(
  eq(challenges.kind, 'DEVICE'),
  gt(challenges.expiresAt, raw`clock_timestamp()`),
);

export function countPendingOf(sql: Sql, network: string): Promise<number> {
  return sql.$count(challenges, and(IS_PENDING, eq(challenges.network, network)));
}

/** A program whose code nobody has answered; undefined when there is none. */
export async function findDevice(sql: Sql, userCode: string): Promise<Device | undefined> {
  const [row] = await sql
    .select({ data: challenges.data })
    .from(challenges)
    .where(and(IS_PENDING, eq(challenges.codeHash, hashSecret(userCode))));
  const device = row?.data as Device | undefined; // Written by `startDevice`.
  return device?.answer === undefined ? device : undefined;
}

/** Returns false when somebody else was faster. */
export async function answerDevice(
  sql: Sql,
  userCode: string,
  { userId, answer }: { readonly userId: string; readonly answer: 'ALLOWED' | 'REFUSED' },
): Promise<boolean> {
  const answered = await sql
    .update(challenges)
    .set({ userId, data: raw`${challenges.data} || ${JSON.stringify({ answer })}::jsonb` })
    .where(
      and(
        IS_PENDING,
        eq(challenges.codeHash, hashSecret(userCode)),
        raw`not ${challenges.data} ? 'answer'`,
      ),
    )
    .returning({ kind: challenges.kind });
  return answered.length > 0;
}

/** Notes a poll. Returns whether the one before it was so long ago as it must be. */
export async function notePoll(sql: Sql, deviceCode: string, seconds: number): Promise<boolean> {
  const [before] = await sql
    .select({
      isLate: raw<boolean>`coalesce((${challenges.data} ->> 'polledAt')::timestamptz
      < clock_timestamp() - make_interval(secs => ${seconds}::float8), true)`,
    })
    .from(challenges)
    .where(eq(challenges.secretHash, hashSecret(deviceCode)));
  await sql
    .update(challenges)
    .set({
      data: raw`${challenges.data} || jsonb_build_object('polledAt', clock_timestamp())`,
    })
    .where(eq(challenges.secretHash, hashSecret(deviceCode)));
  return before?.isLate ?? true;
}
