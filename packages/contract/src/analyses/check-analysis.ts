import type { Rule } from '@comporta/engine/snapshot';
import { sharesIn } from '@comporta/engine/split';
import type { PropertyType } from '@comporta/engine/vocabulary';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import type { ValueOf } from '../fields.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import {
  ANALYSIS,
  ANALYSIS_ALPHAS,
  ANALYSIS_POWERS,
  type AnalysisDraft,
  type ChosenMetric,
  GUARDRAILS_MOST,
  MDE_MOST,
  PLANNED_UNITS_LEAST,
  SECONDARY_MOST,
  SEGMENTS_MOST,
} from './plan.ts';

export type AnalysisValue = ValueOf<typeof ANALYSIS>;

export const ANALYSIS_CODES = [
  'NO_SPLIT_RULE',
  'INVALID_CONTROL',
  'NO_GOAL',
  'UNKNOWN_METRIC',
  'DUPLICATE_METRIC',
  'TOO_MANY_METRICS',
  'TOO_MANY_SEGMENTS',
  'INVALID_SEGMENT',
  'INVALID_ALPHA',
  'INVALID_POWER',
  'INVALID_MDE',
  'INVALID_PLANNED_UNITS',
  'HYPOTHESIS_TOO_LONG',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
export type AnalysisCode = (typeof ANALYSIS_CODES)[number];

/** The parts of its application and experiment that an analysis may refer to. */
export interface AnalysisReferences {
  readonly rules: readonly Rule[];
  readonly toggle: { readonly values: readonly string[]; readonly defaultValue: string };
  readonly metrics: readonly { readonly id: string }[];
  /** The type is absent of a property that was deleted after the start. */
  readonly properties: readonly { readonly id: string; readonly type?: PropertyType }[];
}

/** The values that a rule splits its users between, in the order of the toggle. */
export function splitValues(
  { valueSpec }: Pick<Rule, 'valueSpec'>,
  values: readonly string[],
): string[] {
  const shares = sharesIn(valueSpec) ?? {};
  return values.filter((value) => Object.hasOwn(shares, value) && (shares[value] ?? 0) > 0);
}

/** The rules that can be measured: those that split their users between two values or more. */
export function measurableRules<Of extends Rule>(
  rules: readonly Of[],
  values: readonly string[],
): Of[] {
  return rules.filter((rule) => splitValues(rule, values).length >= 2);
}

/** The default control: the value that others are compared with unless the draft chooses one. Source: RES-11. */
export function proposedControl(
  rule: Pick<Rule, 'valueSpec'>,
  { values, defaultValue }: AnalysisReferences['toggle'],
): string {
  const shared = splitValues(rule, values);
  return shared.includes(defaultValue) ? defaultValue : (shared[0] ?? '');
}

/** Checks the plan of an analysis, and fills in its default control. Source: RES-11, RES-13. */
export function checkAnalysis(
  draft: AnalysisDraft,
  references: AnalysisReferences,
): Checked<AnalysisValue, AnalysisCode> {
  const { toggle } = references;
  const { texts, problems: problemsOfTexts } = checkTexts(ANALYSIS, draft);
  const rule = measurableRules(references.rules, toggle.values).find(
    ({ id }) => id === draft.ruleId,
  );
  const control = draft.control || (rule ? proposedControl(rule, toggle) : '');
  const problems: Problem<AnalysisCode>[] = [];
  if (rule === undefined) problems.push({ code: 'NO_SPLIT_RULE', at: ['ruleId'] });
  else if (!splitValues(rule, toggle.values).includes(control)) {
    problems.push({ code: 'INVALID_CONTROL', at: ['control'] });
  }
  problems.push(
    ...problemsOfTexts,
    ...problemsOfMetrics(draft, references),
    ...problemsOfNumbers(draft),
    ...problemsOfSegments(draft.segments, references),
  );
  const { ruleId, goal, guardrails, secondary, excludeBots, trustedExposures, segments } = draft;
  const { alpha, power, mde, plannedUnits } = draft;
  return checked(
    {
      ruleId,
      ...texts,
      control,
      goal,
      guardrails,
      secondary,
      alpha,
      power,
      mde,
      plannedUnits,
      excludeBots,
      trustedExposures: trustedExposures ?? false,
      segments,
    },
    problems,
  );
}

function problemsOfMetrics(
  { goal, guardrails, secondary }: AnalysisDraft,
  { metrics }: AnalysisReferences,
): Problem<AnalysisCode>[] {
  const problems: Problem<AnalysisCode>[] = [];
  const known = new Set(metrics.map(({ id }) => id));
  const taken = new Set<string>();
  const look = (chosen: ChosenMetric, at: Problem['at']) => {
    const { metricId } = chosen;
    if (!known.has(metricId)) problems.push({ code: 'UNKNOWN_METRIC', at });
    else if (taken.has(metricId)) problems.push({ code: 'DUPLICATE_METRIC', at });
    taken.add(metricId);
  };
  if (goal === null || goal.metricId === '') problems.push({ code: 'NO_GOAL', at: ['goal'] });
  else look(goal, ['goal', 'metricId']);
  const roles = { guardrails, secondary };
  for (const role of ['guardrails', 'secondary'] as const) {
    const limit = role === 'guardrails' ? GUARDRAILS_MOST : SECONDARY_MOST;
    if (roles[role].length > limit) {
      problems.push({ code: 'TOO_MANY_METRICS', at: [role], meta: { field: role, limit } });
    }
    for (const [index, chosen] of roles[role].entries()) look(chosen, [role, index, 'metricId']);
  }
  return problems;
}

function problemsOfNumbers({
  alpha,
  power,
  mde,
  plannedUnits,
}: AnalysisDraft): Problem<AnalysisCode>[] {
  const problems: Problem<AnalysisCode>[] = [];
  if (!ANALYSIS_ALPHAS.some((one) => one === alpha)) {
    problems.push({ code: 'INVALID_ALPHA', at: ['alpha'] });
  }
  if (!ANALYSIS_POWERS.some((one) => one === power)) {
    problems.push({ code: 'INVALID_POWER', at: ['power'] });
  }
  if (!(mde > 0 && mde <= MDE_MOST)) problems.push({ code: 'INVALID_MDE', at: ['mde'] });
  const isPlanned =
    plannedUnits === null ||
    (Number.isSafeInteger(plannedUnits) && plannedUnits >= PLANNED_UNITS_LEAST);
  if (!isPlanned) problems.push({ code: 'INVALID_PLANNED_UNITS', at: ['plannedUnits'] });
  return problems;
}

function problemsOfSegments(
  segments: readonly string[],
  { properties }: AnalysisReferences,
): Problem<AnalysisCode>[] {
  const problems: Problem<AnalysisCode>[] = [];
  if (segments.length > SEGMENTS_MOST) {
    const meta = { field: 'segments', limit: SEGMENTS_MOST };
    problems.push({ code: 'TOO_MANY_SEGMENTS', at: ['segments'], meta });
  }
  // A user would be in several levels of a list at once.
  const known = new Set(properties.filter(({ type }) => type !== 'LIST').map(({ id }) => id));
  for (const [index, propertyId] of segments.entries()) {
    const isFirst = segments.indexOf(propertyId) === index;
    if (known.has(propertyId) && isFirst) continue;
    problems.push({ code: 'INVALID_SEGMENT', at: ['segments', index] });
  }
  return problems;
}
