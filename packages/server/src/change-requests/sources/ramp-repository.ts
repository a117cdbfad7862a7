import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import { and, eq, ne, notInArray, sql as raw } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/database.ts';
import { changeRequests } from '../../tables/change-requests.ts';
import { experiments } from '../../tables/experiments.ts';
import { toggles } from '../../tables/toggles.ts';

/** Where an experiment is, and the values that it can return. */
export async function findRamped(sql: Sql, applicationId: string, experimentId: string) {
  if (!isId(experimentId)) return undefined;
  const [row] = await sql
    .select({ environmentId: experiments.environmentId, values: toggles.values })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(and(eq(experiments.applicationId, applicationId), eq(experiments.id, experimentId)));
  return row;
}

/** The number of an open request, and not of a draft, that raises a share of this rule. */
export async function findRampOf(
  sql: Sql,
  applicationId: string,
  { ruleId, otherThan }: { readonly ruleId: string; readonly otherThan: string | undefined },
): Promise<number | undefined> {
  const { number, source, status, id } = changeRequests;
  const [row] = await sql
    .select({ number })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.applicationId, applicationId),
        notInArray(status, [...FINAL_STATES]),
        ne(status, 'DRAFT'),
        raw`${source} -> 'ramp' ->> 'ruleId' = ${ruleId}`,
        otherThan === undefined ? undefined : ne(id, otherThan),
      ),
    )
    .limit(1);
  return row?.number;
}
