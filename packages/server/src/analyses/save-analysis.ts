import { isDeepStrictEqual } from 'node:util';
import type { Analysis } from '@comporta/contract/analyses/analysis';
import { type AnalysisValue, checkAnalysis } from '@comporta/contract/analyses/check-analysis';
import { ANALYSIS, type AnalysisDraft } from '@comporta/contract/analyses/plan';
import { keepOmitted } from '@comporta/contract/fields';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import { readNames } from '../platform/changes/names-of-deleted.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { PROPERTY_NAMES } from '../tables/properties.ts';
import { analysisAnswer } from './analysis-answer.ts';
import { analysisChange, recordedPlan } from './analysis-changes.ts';
import {
  findAnalysis,
  insertAnalysis,
  type StoredAnalysis,
  updateAnalysis,
  writeMetrics,
} from './analysis-repository.ts';
import { measuredMetrics } from './measured-metrics.ts';
import { findMeasurable, type Measurable } from './references-repository.ts';
import type { Looking } from './results/look-at-phase.ts';

export type AnalysisWrite<Body = undefined> = Write<'environment', Body>;

export async function readMeasurable(
  { sql, application, environment }: AnalysisWrite,
  experimentId: string,
): Promise<Measurable> {
  const place = { applicationId: application.id, environmentId: environment.id };
  return orNotFound(await findMeasurable(sql, place, experimentId));
}

/** A frozen plan may name properties that were deleted after its start. */
async function readMeasurableFor(
  { state, experimentId, segments }: StoredAnalysis,
  save: AnalysisWrite<AnalysisDraft>,
): Promise<Measurable> {
  const measurable = await readMeasurable(save, experimentId);
  if (state !== 'RUNNING') return measurable;
  const there = new Set(measurable.properties.map(({ id }) => id));
  const gone = segments.filter((id) => !there.has(id));
  const keys = await readNames(save.sql, PROPERTY_NAMES, {
    applicationId: save.application.id,
    ids: gone,
  });
  const named = gone.map((id) => ({ id, key: keys.get(id) ?? id }));
  return { ...measurable, properties: [...measurable.properties, ...named] };
}

export async function readAnalysis(
  { sql, environment }: Pick<AnalysisWrite, 'sql' | 'environment'>,
  experimentId: string,
  id: string,
): Promise<StoredAnalysis> {
  return orNotFound(await findAnalysis(sql, { envId: environment.id, experimentId }, id));
}

export async function createAnalysis(
  save: AnalysisWrite<AnalysisDraft>,
  experimentId: string,
): Promise<Analysis> {
  const { sql, actor, application, environment, body } = save;
  const measurable = await readMeasurable(save, experimentId);
  const value = valueOrReject(checkAnalysis(body, measurable));
  const id = await insertAnalysis(sql, {
    ...value,
    id: newId(),
    applicationId: application.id,
    environmentId: environment.id,
    environmentName: environment.name,
    experimentId,
    toggleId: measurable.toggleId,
    state: 'DRAFT',
    ...firstVersion(actor),
  });
  const analysis = await readAnalysis(save, experimentId, id);
  const after = recordedPlan(analysis, measurable);
  const change = analysisChange(analysis, environment, {
    action: 'CREATED',
    after,
    isServed: false,
  });
  await recordChange({ sql, actor, application }, change);
  return analysisAnswer(analysis);
}

export async function editAnalysis(
  save: AnalysisWrite<AnalysisDraft>,
  { id: experimentId, analysisId: id }: { readonly id: string; readonly analysisId: string },
  look: (sql: Sql) => Looking,
): Promise<Analysis> {
  const { sql, actor, application, environment, body, ifMatch } = save;
  const before = await readAnalysis(save, experimentId, id);
  requireVersion(before, ifMatch);
  if (before.state === 'CLOSING' || before.state === 'STOPPED') {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: before.state });
  }
  const measurable = await readMeasurableFor(before, save);
  const draft = keepOmitted(ANALYSIS, { ...body, ruleId: before.ruleId }, before);
  const checked = valueOrReject(checkAnalysis(draft, measurable));
  const value = before.state === 'RUNNING' ? followFrozen(before, checked) : checked;
  if (isPlanOf(before, value)) return analysisAnswer(before);
  const segmentsAddedAt = addedSegments(before, value);
  await updateAnalysis(sql, id, { ...value, segmentsAddedAt, ...nextVersion(before, actor) });
  if (before.state === 'RUNNING' && !isDeepStrictEqual(before.secondary, value.secondary)) {
    const metrics = await measuredMetrics(look(sql), { ...before, ...value }, measurable);
    await writeMetrics(sql, id, metrics);
    await look(sql).store.countAgain(id);
  }
  const after = await readAnalysis(save, experimentId, id);
  const change = analysisChange(after, environment, {
    action: 'EDITED',
    before: recordedPlan(before, measurable),
    after: recordedPlan(after, measurable),
    // Nodes read a phase, with its segments, once for each revision.
    ...(before.segmentsAddedAt === segmentsAddedAt && { isServed: false }),
  });
  await recordChange({ sql, actor, application }, change);
  return analysisAnswer(after);
}

const FREE: readonly (keyof AnalysisValue)[] = ['hypothesis', 'secondary'];

/**
 * The value with segments that it adds behind those of the plan, because exposures have the levels in that order.
 * Rejects with PLAN_FROZEN when a frozen field changed. Source: RES-13, RES-117.
 */
function followFrozen(stored: StoredAnalysis, value: AnalysisValue): AnalysisValue {
  const added = value.segments.filter((id) => !stored.segments.includes(id));
  const isWhole = stored.segments.every((id) => value.segments.includes(id));
  const followed = isWhole ? { ...value, segments: [...stored.segments, ...added] } : value;
  requireFrozen(stored, isWhole ? { ...followed, segments: stored.segments } : value);
  return followed;
}

/** When the segments of a plan were added that it did not have at its start; the same object where none is added now. */
function addedSegments(
  { state, segments, segmentsAddedAt }: StoredAnalysis,
  value: AnalysisValue,
): StoredAnalysis['segmentsAddedAt'] {
  const added = value.segments.filter((id) => !segments.includes(id));
  if (state !== 'RUNNING' || added.length === 0) return segmentsAddedAt;
  const now = new Date().toISOString();
  return { ...segmentsAddedAt, ...Object.fromEntries(added.map((id) => [id, now])) };
}

function requireFrozen(stored: StoredAnalysis, value: AnalysisValue): void {
  const names = Object.keys(value) as (keyof AnalysisValue)[]; // Of the value's own keys.
  const changed = names.find(
    (name) => !FREE.includes(name) && !isDeepStrictEqual(stored[name], value[name]),
  );
  if (changed !== undefined) throw new Rejection('PLAN_FROZEN', { at: [changed] });
}

function isPlanOf(stored: StoredAnalysis, value: AnalysisValue): boolean {
  const names = Object.keys(value) as (keyof AnalysisValue)[]; // Of the value's own keys.
  return names.every((name) => isDeepStrictEqual(stored[name], value[name]));
}
