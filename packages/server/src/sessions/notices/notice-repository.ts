import { and, desc, eq, gt, isNull, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { mails, type SecurityNotice } from '../../tables/queues.ts';

/** Rows are few: at most some of each kind a day. */
const AT_MOST = 100;

interface KeptNotice {
  readonly id: string;
  readonly at: Date;
  readonly what: SecurityNotice;
}

/** The notices of a user that no mail server sends, newest first. Source: IDN-44. */
export async function readNotices(sql: Sql, userId: string): Promise<KeptNotice[]> {
  const { id, createdAt: at, reason } = mails;
  const rows = await sql
    .select({ id, at, reason })
    .from(mails)
    .where(
      and(
        eq(mails.userId, userId),
        raw`${reason} ->> 'kind' = 'security'`,
        isNull(mails.dueAt),
        isNull(mails.nextAttemptAt),
        gt(at, raw`now() - interval '30 days'`),
      ),
    )
    .orderBy(desc(at), id)
    .limit(AT_MOST);
  return rows.flatMap(({ reason: why, ...row }) =>
    why?.kind === 'security' ? [{ ...row, what: why.what }] : [],
  );
}
