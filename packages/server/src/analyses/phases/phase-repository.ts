import type { AnalysisState, StopReason } from '@comporta/contract/analyses/analysis';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import { partsOf, toggleNeeded } from '@comporta/engine/rules/parts-of';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { and, asc, eq, inArray, isNull, ne, sql as raw } from 'drizzle-orm';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { analyses, phases } from '../../tables/analyses.ts';
import { environments } from '../../tables/applications.ts';
import { experiments } from '../../tables/experiments.ts';
import { targetGroups } from '../../tables/target-groups.ts';
import { toggles } from '../../tables/toggles.ts';
import { TOGGLE_NAME } from '../toggle-name-repository.ts';

export type StoredPhase = typeof phases.$inferSelect;

/** An analysis that is not stopped, with the current state of what it measures. */
export interface OpenAnalysis {
  readonly id: string;
  readonly environmentId: string;
  readonly environmentName: string;
  readonly experimentId: string;
  readonly toggleName: string;
  readonly ruleId: string;
  readonly control: string;
  readonly state: AnalysisState;
  readonly version: number;
  readonly hasEnvironment: boolean;
  readonly values: readonly string[];
  readonly toggleVersion: number;
  readonly toggleSavedAt: Date;
  /** Null when the experiment was deleted. */
  readonly experiment: {
    readonly status: ExperimentStatus;
    readonly rules: readonly StoredRule[];
    readonly salt: string;
    readonly buckets: number;
    readonly version: number;
    readonly savedAt: Date;
  } | null;
}

/** The analyses of an application that are not stopped. Few applications have one; for others it is one index lookup. */
export async function readOpenAnalyses(sql: Sql, applicationId: string): Promise<OpenAnalysis[]> {
  const rows = await sql
    .select({
      id: analyses.id,
      environmentId: analyses.environmentId,
      environmentName: analyses.environmentName,
      experimentId: analyses.experimentId,
      toggleName: TOGGLE_NAME,
      ruleId: analyses.ruleId,
      control: analyses.control,
      state: analyses.state,
      version: analyses.version,
      hasEnvironment: raw<boolean>`${environments.id} is not null`,
      toggle: { values: toggles.values, version: toggles.version, savedAt: toggles.savedAt },
      experiment: {
        status: experiments.status,
        rules: experiments.rules,
        salt: experiments.salt,
        buckets: experiments.buckets,
        version: experiments.version,
        savedAt: experiments.savedAt,
      },
    })
    .from(analyses)
    .leftJoin(toggles, eq(toggles.id, analyses.toggleId))
    .leftJoin(environments, eq(environments.id, analyses.environmentId))
    .leftJoin(experiments, eq(experiments.id, analyses.experimentId))
    .where(and(eq(analyses.applicationId, applicationId), ne(analyses.state, 'STOPPED')))
    .orderBy(asc(analyses.id));
  // A toggle is deleted after its experiments, so that nothing of it is measured any more.
  return rows.map(({ toggle, ...analysis }) => ({
    ...analysis,
    values: toggle?.values ?? [],
    toggleVersion: toggle?.version ?? 0,
    toggleSavedAt: toggle?.savedAt ?? new Date(),
  }));
}

export async function findOpenPhase(
  sql: Sql,
  analysisId: string,
): Promise<StoredPhase | undefined> {
  const [phase] = await sql
    .select()
    .from(phases)
    .where(and(eq(phases.analysisId, analysisId), isNull(phases.endedAt)));
  return phase;
}

export async function findLastPhase(
  sql: Sql,
  analysisId: string,
): Promise<StoredPhase | undefined> {
  const [phase] = await sql
    .select()
    .from(phases)
    .where(eq(phases.analysisId, analysisId))
    .orderBy(raw`${phases.number} desc`)
    .limit(1);
  return phase;
}

export async function insertPhase(
  sql: Sql,
  phase: typeof phases.$inferInsert,
): Promise<StoredPhase> {
  return onlyRow(await sql.insert(phases).values(phase).returning());
}

export async function updatePhase(
  sql: Sql,
  id: string,
  changes: Partial<StoredPhase>,
): Promise<void> {
  await sql.update(phases).set(changes).where(eq(phases.id, id));
}

export async function stopAnalysisRow(
  sql: Sql,
  id: string,
  { at, because }: { readonly at: Date; readonly because: StopReason },
): Promise<void> {
  await sql
    .update(analyses)
    .set({
      state: 'STOPPED',
      stoppedAt: at,
      stopReason: because,
      stoppedBy: null,
      version: raw`${analyses.version} + 1`,
    })
    .where(eq(analyses.id, id));
}

/** Resumes analyses that were stopped because a value was shipped, when that is undone and the rule is split again. */
export async function resumeShipped(sql: Sql, experimentId: string): Promise<void> {
  await sql
    .update(analyses)
    .set({
      state: 'RUNNING',
      stoppedAt: null,
      stopReason: null,
      stoppedBy: null,
      stopNote: null,
      shippedValue: null,
      version: raw`${analyses.version} + 1`,
    })
    .where(
      and(
        eq(analyses.experimentId, experimentId),
        eq(analyses.stopReason, 'SHIPPED'),
        raw`not exists (select from ${analyses} newer where newer.experiment_id = ${experimentId}
          and newer.rule_id = ${analyses}.rule_id and newer.created_at > ${analyses}.created_at)`,
        raw`exists (select from experiments e, jsonb_array_elements(e.rules) as rule
          where e.id = ${experimentId} and rule ->> 'id' = ${analyses}.rule_id::text
            and rule -> 'valueSpec' -> 'split' is not null)`,
      ),
    );
}

/** The target groups, and the experiments of other toggles, that rules depend on. */
export async function readAsked(
  sql: Sql,
  environmentId: string,
  rules: readonly StoredRule[],
): Promise<object[]> {
  const parts = rules.flatMap(partsOf);
  const groupIds = parts.flatMap((part) =>
    part.type === 'TARGET_GROUP' ? part.targetGroupRule.targetGroupsIds : [],
  );
  const toggleIds = parts.flatMap(toggleNeeded);
  const groups =
    groupIds.length === 0
      ? []
      : await sql
          .select({
            id: targetGroups.id,
            policy: targetGroups.policy,
            conditions: targetGroups.conditions,
          })
          .from(targetGroups)
          .where(inArray(targetGroups.id, groupIds))
          .orderBy(asc(targetGroups.id));
  const others =
    toggleIds.length === 0
      ? []
      : await sql
          .select({
            id: experiments.toggleId,
            status: experiments.status,
            salt: experiments.salt,
            rules: experiments.rules,
          })
          .from(experiments)
          .where(
            and(
              eq(experiments.environmentId, environmentId),
              inArray(experiments.toggleId, toggleIds),
            ),
          )
          .orderBy(asc(experiments.toggleId));
  return [...groups, ...others];
}
