import { eq, getTableColumns, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { phases } from '../../tables/analyses.ts';
import { changeRequests } from '../../tables/change-requests.ts';
import { COLUMNS, NOW, type StoredRequest } from '../change-request-repository.ts';

const { guardState, held, status, failures, lookAt } = changeRequests;

/**
 * A guard looks while its request runs, and where the request is held because somebody changed the same part: nobody rolls
 * that back, so that at least its harm is told.
 */
const IS_WATCHED = raw<boolean>`${guardState} is not null and (${status} = 'RUNNING' or ${status} = 'HELD'
  and ${held} ->> 'reason' = 'CONFLICT' and not coalesce(${held} -> 'meta' ? 'harm', false))`;

/** The requests whose open phase was counted since they were looked at, by whichever node. Source: SAF-98. */
export function findCounted(
  sql: Sql,
  count: number,
): Promise<readonly Pick<StoredRequest, 'id' | 'applicationId'>[]> {
  const isCounted = raw`exists (select from ${phases}
    where ${phases.analysisId} = (${guardState} ->> 'analysisId')::uuid and ${phases.endedAt} is null
      and ${phases.countedAt} is not null
      and (${phases.id}::text is distinct from ${guardState} ->> 'phaseId'
        or date_trunc('milliseconds', ${phases.countedAt}) > coalesce((${guardState} ->> 'countedAt')::timestamptz, '-infinity')))`;
  return (
    sql
      .select({ id: changeRequests.id, applicationId: changeRequests.applicationId })
      .from(changeRequests)
      // What failed for a reason of ours has its own time.
      .where(
        raw`${status} in ('RUNNING', 'HELD') and ${IS_WATCHED} and (${failures} = 0 or ${lookAt} <= ${NOW}) and ${isCounted}`,
      )
      .orderBy(raw`random()`)
      .limit(count)
  );
}

export interface WatchedRequest extends StoredRequest {
  readonly now: Date;
  readonly isWatched: boolean;
}

export async function lockGuarded(sql: Sql, id: string): Promise<WatchedRequest | undefined> {
  const [row] = await sql
    .select({
      ...COLUMNS,
      now: raw`${NOW}`.mapWith(getTableColumns(changeRequests).savedAt),
      isWatched: IS_WATCHED,
    })
    .from(changeRequests)
    .where(eq(changeRequests.id, id))
    .for('update');
  return row;
}
