import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import { and, inArray, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { deleteExpired } from '../../platform/database/expired-rows.ts';
import { changeRequests } from '../../tables/change-requests.ts';

const { status, steps, held, reviews, savedAt } = changeRequests;

/** When a request was touched last: saved, reviewed, held or applied. */
const TOUCHED_AT = raw`greatest(${savedAt}, (${held} ->> 'at')::timestamptz,
  (select max((step ->> 'appliedAt')::timestamptz) from jsonb_array_elements(${steps}) as step),
  (select max((review ->> 'at')::timestamptz) from jsonb_array_elements(${reviews}) as review))`;

/** Removes closed requests that are older than audit entries may be; undefined: nothing is removed. Source: SAF-83. */
export async function sweepClosedRequests(sql: Sql, keptDays: number | undefined): Promise<void> {
  if (keptDays === undefined) return;
  const oldest = raw`clock_timestamp() - make_interval(days => ${keptDays})`;
  const isOver = inArray(status, [...FINAL_STATES]);
  await deleteExpired(sql, changeRequests, and(isOver, raw`${TOUCHED_AT} < ${oldest}`));
}
