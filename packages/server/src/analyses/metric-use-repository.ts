import type { MetricUse } from '@comporta/contract/metrics/metric-api';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { analyses } from '../tables/analyses.ts';
import { toggles } from '../tables/toggles.ts';

/** A use of a metric, with the rule that is measured. */
interface OpenUse extends MetricUse {
  readonly ruleId: string;
}

/** The analyses of an application that were not stopped, newest first, by the ids of their metrics. */
export async function openAnalysesByMetric(
  sql: Sql,
  applicationId: string,
): Promise<ReadonlyMap<string, readonly OpenUse[]>> {
  const open = await sql
    .select({
      analysisId: analyses.id,
      experimentId: analyses.experimentId,
      ruleId: analyses.ruleId,
      envId: analyses.environmentId,
      environmentName: analyses.environmentName,
      toggleName: toggles.name,
      goal: analyses.goal,
      guardrails: analyses.guardrails,
      secondary: analyses.secondary,
    })
    .from(analyses)
    .innerJoin(toggles, eq(toggles.id, analyses.toggleId))
    .where(and(eq(analyses.applicationId, applicationId), ne(analyses.state, 'STOPPED')))
    .orderBy(desc(analyses.createdAt), desc(analyses.id));
  const uses = new Map<string, OpenUse[]>();
  for (const { goal, guardrails, secondary, ...use } of open) {
    for (const { metricId } of [...(goal ? [goal] : []), ...guardrails, ...secondary]) {
      uses.set(metricId, [...(uses.get(metricId) ?? []), use]);
    }
  }
  return uses;
}
