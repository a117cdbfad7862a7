import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { experiments } from '../../tables/experiments.ts';
import { toggles } from '../../tables/toggles.ts';

const { id, environmentId, toggleId, status, salt, buckets, rules } = experiments;

/** The experiments of toggles in two environments of an application. */
export function readPromoted(
  sql: Sql,
  {
    applicationId,
    environmentIds,
  }: {
    readonly applicationId: string;
    readonly environmentIds: readonly string[];
  },
  toggleIds: readonly string[],
) {
  return sql
    .select({ id, environmentId, toggleId, status, salt, buckets, rules, name: toggles.name })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, toggleId))
    .where(
      and(
        eq(experiments.applicationId, applicationId),
        inArray(environmentId, [...environmentIds]),
        inArray(toggleId, [...toggleIds]),
      ),
    );
}

export type PromotedExperiment = Awaited<ReturnType<typeof readPromoted>>[number];
