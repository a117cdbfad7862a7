import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import { and, asc, eq, ne, notInArray, sql as raw } from 'drizzle-orm';
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

/** The open requests, and no drafts, that have several steps or come from a ramp. */
export async function findInSteps(
  sql: Sql,
  applicationId: string,
  otherThan: string | undefined,
): Promise<readonly Pick<typeof changeRequests.$inferSelect, 'number' | 'source' | 'steps'>[]> {
  const { number, source, steps, status, id } = changeRequests;
  return sql
    .select({ number, source, steps })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.applicationId, applicationId),
        notInArray(status, [...FINAL_STATES]),
        ne(status, 'DRAFT'),
        raw`(jsonb_array_length(${steps}) > 1 or ${source} ? 'ramp')`,
        otherThan === undefined ? undefined : ne(id, otherThan),
      ),
    )
    .orderBy(asc(number));
}
