import type { StopReason } from '@comporta/contract/analyses/analysis';
import { measurableRules, splitValues } from '@comporta/contract/analyses/check-analysis';
import type { PhaseEnd, PhaseReason } from '@comporta/contract/analyses/phase';
import { movedRanges, rangesOf } from '@comporta/contract/experiments/bucket-ranges';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { Change } from '@comporta/contract/nouns/change';
import { newId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { assignmentFingerprint, audienceFingerprint, splitByOf } from './fingerprints.ts';
import {
  findLastPhase,
  findOpenPhase,
  insertPhase,
  type OpenAnalysis,
  readAsked,
  readOpenAnalyses,
  resumeShipped,
  type StoredPhase,
  stopAnalysisRow,
  updatePhase,
} from './phase-repository.ts';

/** A user's request for a new phase, beside those that the save itself makes necessary. */
export interface RequestedPhases {
  /** The request concerns all analyses of this experiment, or only `analysisId`. */
  readonly experimentId: string;
  readonly analysisId?: string;
  readonly by: string;
  /** Whether the phase leaves out whoever was in an earlier one; a phase that a save opens does as the one before. */
  readonly newUsersOnly?: boolean;
}

/**
 * Updates the phases of an application's analyses after a change in the application, in the transaction of the
 * save. When the assignment has changed, the phase ends and the next one begins. A changed audience is
 * marked. An analysis with nothing left to measure is stopped. Returns how they followed, to be recorded.
 * Source: RES-12, RES-16, RES-101, RES-103.
 */
export async function followPhases(
  sql: Sql,
  applicationId: string,
  requested?: RequestedPhases,
): Promise<Change<'analysis'>[]> {
  if (requested !== undefined) await resumeShipped(sql, requested.experimentId);
  const followed: Change<'analysis'>[] = [];
  for (const analysis of await readOpenAnalyses(sql, applicationId)) {
    const isRequested =
      requested?.experimentId === analysis.experimentId &&
      (requested.analysisId ?? analysis.id) === analysis.id;
    const found = await follow(sql, analysis, isRequested ? requested : undefined);
    if (found !== undefined) followed.push(found);
  }
  return followed;
}

async function follow(
  sql: Sql,
  analysis: OpenAnalysis,
  requested: RequestedPhases | undefined,
): Promise<Change<'analysis'> | undefined> {
  const open = await findOpenPhase(sql, analysis.id);
  const measured = measuredRule(analysis);
  if (typeof measured === 'string') {
    const at = timeOfChange(analysis, open);
    await endOpenPhase(sql, analysis.id, { at, keepsWindows: false });
    await stopAnalysisRow(sql, analysis.id, { at, because: measured });
    return told(analysis, open, { state: 'STOPPED', reason: measured });
  }
  if (analysis.state !== 'RUNNING') return undefined;
  const { experiment } = measured;
  if (experiment.status === 'PAUSED') {
    if (open === undefined) return undefined;
    await endPhase(sql, open, { at: timeOfChange(analysis, open), ended: 'PAUSE' });
    return told(analysis, open, { state: analysis.state });
  }
  if (open === undefined) {
    const reason = requested === undefined ? 'RESTART' : 'REQUESTED';
    const next = await openPhase(sql, analysis, { at: new Date(), reason, ...requested });
    return told(analysis, undefined, beganWith(analysis, next));
  }
  const wanted = await describe(sql, measured);
  const changed = changeOf(open, wanted, requested);
  if (changed !== undefined || requested !== undefined) {
    const reason = changed ?? 'REQUESTED';
    const at = timeOfChange(analysis, open);
    await endPhase(sql, open, { at, ended: reason });
    const next = await openPhase(sql, analysis, { at, reason, ...requested });
    return told(analysis, open, beganWith(analysis, next));
  }
  await keepPhase(sql, { open, at: timeOfChange(analysis, open) }, wanted);
  return undefined;
}

function beganWith(
  { state }: OpenAnalysis,
  { number, newUsersOnly }: StoredPhase,
): Change<'analysis'>['after'] {
  return { state, phase: number, ...(newUsersOnly && { newUsersOnly }) };
}

function told(
  { id, toggleName, environmentId, environmentName, state }: OpenAnalysis,
  open: StoredPhase | undefined,
  after: Change<'analysis'>['after'],
): Change<'analysis'> {
  return {
    action: 'EDITED',
    type: 'analysis',
    id,
    name: toggleName,
    environment: { id: environmentId, name: environmentName },
    before: { state, ...(open && { phase: open.number }) },
    after,
  };
}

interface Measured extends OpenAnalysis {
  readonly experiment: NonNullable<OpenAnalysis['experiment']>;
  readonly rule: StoredRule;
}

/** The current measured rule, or the reason why there is nothing to measure any more. */
function measuredRule(analysis: OpenAnalysis): Measured | StopReason {
  const { experiment, hasEnvironment, ruleId, values, control, state } = analysis;
  if (!hasEnvironment) return 'ENVIRONMENT_DELETED';
  if (experiment === null) return 'EXPERIMENT_DELETED';
  const rule = measurableRules(experiment.rules, values).find(({ id }) => id === ruleId);
  if (rule === undefined) return 'RULE_GONE';
  // The control of a draft can still be changed; one that is closing measures no new users.
  const isWithoutControl = state === 'RUNNING' && !splitValues(rule, values).includes(control);
  return isWithoutControl ? 'RULE_GONE' : { ...analysis, experiment, rule };
}

interface Described {
  readonly byPropertyId: string | null;
  readonly salt: string;
  readonly buckets: number;
  readonly values: readonly string[];
  readonly ranges: StoredPhase['ranges'];
  readonly assignment: string;
  readonly audience: string;
  readonly isOnlyRule: boolean;
  readonly experimentVersion: number;
  readonly toggleVersion: number;
}

/** The properties of a phase that would begin now. */
async function describe(sql: Sql, measured: Measured): Promise<Described> {
  const { experiment, rule, values, environmentId, toggleVersion } = measured;
  const { salt, buckets } = experiment;
  const assigned = { salt, buckets, values, rule };
  const rules = experiment.rules.slice(0, experiment.rules.indexOf(rule) + 1);
  return {
    byPropertyId: splitByOf(rule) ?? null,
    salt,
    buckets,
    values,
    ranges: rangesOf(assigned),
    assignment: assignmentFingerprint(assigned),
    audience: audienceFingerprint({ rules, asked: await readAsked(sql, environmentId, rules) }),
    isOnlyRule: experiment.rules.length === 1,
    experimentVersion: experiment.version,
    toggleVersion,
  };
}

function changeOf(
  open: StoredPhase,
  wanted: Described,
  requested: RequestedPhases | undefined,
): 'WEIGHTS' | 'VALUES' | undefined {
  if (open.assignment === wanted.assignment) return undefined;
  if (!isEqual(open.values, wanted.values)) return 'VALUES';
  // A request for a new salt changes no weights.
  const isSaltOnly =
    open.byPropertyId === wanted.byPropertyId &&
    movedRanges(open.ranges, wanted.ranges).length === 0;
  return requested !== undefined && isSaltOnly ? undefined : 'WEIGHTS';
}

function isEqual(values: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(values) === JSON.stringify(others);
}

/**
 * The time of the change that is being followed. An older release that does not know phases may have saved earlier; the
 * time of that save then counts. There were no exposures since then, because snapshots name a phase only when it was
 * compared with the version of the experiment and has the values of the toggle that they contain.
 */
function timeOfChange(analysis: OpenAnalysis, open: StoredPhase | undefined): Date {
  const now = new Date();
  if (open === undefined) return now;
  const saved = [
    analysis.experiment?.version === open.experimentVersion
      ? undefined
      : analysis.experiment?.savedAt,
    isEqual(analysis.values, open.values) ? undefined : analysis.toggleSavedAt,
  ].filter((at) => at !== undefined);
  const at = saved.reduce((earliest, one) => (one < earliest ? one : earliest), now);
  return at < open.startedAt ? now : at;
}

async function endPhase(
  sql: Sql,
  phase: StoredPhase,
  { at, ended }: { readonly at: Date; readonly ended: PhaseEnd },
): Promise<void> {
  await updatePhase(sql, phase.id, { endedAt: at, eventsUntil: at, ended });
}

interface Opening {
  readonly at: Date;
  readonly reason: PhaseReason;
  readonly by?: string | undefined;
  readonly newUsersOnly?: boolean | undefined;
}

/** Ends the phase of an analysis that is stopped. With `keepsWindows`, later events inside metric windows still count. */
export async function endOpenPhase(
  sql: Sql,
  analysisId: string,
  { at, keepsWindows }: { readonly at: Date; readonly keepsWindows: boolean },
): Promise<void> {
  const open = await findOpenPhase(sql, analysisId);
  const last = open ?? (await findLastPhase(sql, analysisId));
  if (open !== undefined) await updatePhase(sql, open.id, { endedAt: at, ended: 'STOP' });
  if (keepsWindows || last === undefined || last.eventsUntil !== null) return;
  await updatePhase(sql, last.id, { eventsUntil: at });
}

/** Opens the first phase of an analysis that was just started. Throws when the analysis is not open. */
export async function openPhaseOf(
  sql: Sql,
  applicationId: string,
  { analysisId, ...opening }: Opening & { readonly analysisId: string },
): Promise<StoredPhase> {
  const analysis = (await readOpenAnalyses(sql, applicationId)).find(({ id }) => id === analysisId);
  if (analysis === undefined) throw new Error(`no open analysis ${analysisId}`);
  return openPhase(sql, analysis, opening);
}

/** Opens the next phase of an analysis whose experiment is active. */
async function openPhase(
  sql: Sql,
  analysis: OpenAnalysis,
  { at, reason, by, newUsersOnly }: Opening,
): Promise<StoredPhase> {
  const measured = measuredRule(analysis);
  if (typeof measured === 'string') throw new Error(`nothing to measure: ${measured}`);
  const before = await findLastPhase(sql, analysis.id);
  const described = await describe(sql, measured);
  return insertPhase(sql, {
    ...described,
    id: newId(),
    analysisId: analysis.id,
    environmentId: analysis.environmentId,
    number: (before?.number ?? 0) + 1,
    reason,
    openedBy: by ?? null,
    startedAt: at,
    moved: [],
    newUsersOnly: newUsersOnly ?? before?.newUsersOnly ?? false,
    audienceChangedAt: [],
  });
}

async function keepPhase(
  sql: Sql,
  { open, at }: { readonly open: StoredPhase; readonly at: Date },
  { audience, isOnlyRule, experimentVersion, toggleVersion }: Described,
): Promise<void> {
  const isSame = open.audience === audience;
  const wasCompared =
    open.experimentVersion === experimentVersion && open.toggleVersion === toggleVersion;
  if (isSame && wasCompared) return;
  await updatePhase(sql, open.id, {
    audience,
    isOnlyRule,
    experimentVersion,
    toggleVersion,
    ...(!isSame && { audienceChangedAt: [...open.audienceChangedAt, at.toISOString()] }),
  });
}
