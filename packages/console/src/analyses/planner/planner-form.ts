import { type AnalysisReferences, checkAnalysis } from '@comporta/contract/analyses/check-analysis';
import {
  type AnalysisDraft,
  type ChosenMetric,
  NEW_ANALYSIS,
  PLANNED_UNITS_LEAST,
} from '@comporta/contract/analyses/plan';
import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { Problem } from '@comporta/contract/problem';
import { isShareKind } from '@comporta/messages/share-kinds';
import { estimate, type PlannerAnswer, type Proposal } from '@comporta/stats/planner';
import type { MadeMetric } from '../../base/metric-for-plan.ts';
import { typedNumber } from '../../ui/fields/typed-number.ts';

/** A plan as the user types it: numbers are strings, shares are in percent, metrics and properties are ids. */
export interface PlannerForm {
  readonly ruleId: string;
  readonly control: string;
  readonly hypothesis: string;
  readonly goal: string;
  readonly guardrails: readonly string[];
  readonly secondary: readonly string[];
  readonly segments: readonly string[];
  readonly alpha: string;
  readonly power: string;
  readonly mde: string;
  readonly excludeBots: boolean;
  readonly trustedExposures: boolean;
  /** By the id of a metric, whether events from pages count; where it is absent, nobody chose (RES-110). */
  readonly fromPages: Readonly<Record<string, boolean>>;
  readonly isPlanned: boolean;
  /** Whether the planned users are to prove the guardrails safe, too; undefined where nobody chose since the plan was saved. */
  readonly sizesForGuardrails: boolean | undefined;
  /** The current level of the control: in percent when the metric is a share of the users. */
  readonly baseline: string;
  readonly deviation: string;
  readonly usersPerDay: string;
}

/** The form of a saved plan, or of a new one. */
export function plannerForm(plan?: AnalysisDraft): PlannerForm {
  const draft = plan ?? NEW_ANALYSIS;
  const { ruleId, control, hypothesis, goal, guardrails, secondary, segments } = draft;
  return {
    ruleId,
    control,
    hypothesis,
    goal: goal?.metricId ?? '',
    guardrails: guardrails.map(({ metricId }) => metricId),
    secondary: secondary.map(({ metricId }) => metricId),
    segments,
    alpha: String(draft.alpha),
    power: String(draft.power),
    mde: String(Number((draft.mde * 100).toPrecision(12))),
    excludeBots: draft.excludeBots,
    trustedExposures: draft.trustedExposures ?? false,
    fromPages: {},
    isPlanned: plan === undefined || plan.plannedUnits !== null,
    sizesForGuardrails: plan === undefined ? false : undefined,
    baseline: '',
    deviation: '',
    usersPerDay: '',
  };
}

/** The shares of the split, with the control's apart from the others. */
export interface SplitShares {
  readonly control: number;
  readonly treatments: readonly number[];
}

/** Returns what the plan needs, or undefined while the form says too little to compute it. Source: RES-74. */
export function plannerAnswer(
  form: PlannerForm,
  goal: Pick<Metric, 'kind' | 'better' | 'windowHours'> | undefined,
  shares: (SplitShares & Partial<Pick<Proposal, 'guardrails' | 'candidates'>>) | undefined,
): PlannerAnswer | undefined {
  if (goal === undefined || shares === undefined || shares.treatments.length === 0)
    return undefined;
  const isShare = isShareKind(goal.kind);
  const level = typedNumber(form.baseline);
  const baseline = isShare ? level / 100 : level;
  const deviation = typedNumber(form.deviation);
  const mde = typedNumber(form.mde) / 100;
  const isComplete =
    Number.isFinite(baseline) &&
    baseline !== 0 &&
    mde > 0 &&
    (isShare ? baseline > 0 && baseline < 1 : deviation > 0 && Number.isFinite(deviation));
  if (!isComplete) return undefined;
  return estimate({
    plan: {
      kind: goal.kind,
      better: goal.better,
      baseline,
      variance: isShare ? baseline * (1 - baseline) : deviation * deviation,
      mde,
      alpha: Number(form.alpha),
      power: Number(form.power),
      controlShare: shares.control,
      treatmentShares: shares.treatments,
    },
    unitsPerDay: Math.max(0, typedNumber(form.usersPerDay) || 0),
    windowHours: goal.windowHours,
    guardrails: shares.guardrails ?? [],
    candidates: shares.candidates ?? [],
    sizesForGuardrails: form.sizesForGuardrails === true,
  });
}

/**
 * Whether a saved plan was sized for the guardrails. It has only the number of users, and figures have changed a little since:
 * it was where that number is nearer to what the guardrails take than to what the goal alone does. Source: RES-107.
 */
export function wasSizedForGuardrails(
  plannedUnits: AnalysisDraft['plannedUnits'] | undefined,
  answerOf: (sizesForGuardrails: boolean) => PlannerAnswer | undefined,
): boolean {
  const alone = answerOf(false)?.planned.pairUnits;
  const sized = answerOf(true)?.planned.pairUnits;
  if (!plannedUnits || alone === undefined || sized === undefined || sized === alone) return false;
  return plannedUnits > Math.sqrt(alone * sized);
}

/** The form with a metric that was made for it. Source: RES-118. */
export function withMadeMetric(form: PlannerForm, { metricId, role }: MadeMetric): PlannerForm {
  if (role === 'goal') return { ...form, goal: metricId };
  return form[role].includes(metricId) ? form : { ...form, [role]: [...form[role], metricId] };
}

type ChosenMetrics = Pick<AnalysisDraft, 'goal' | 'guardrails' | 'secondary'>;

/**
 * Returns the metric with the settings of the opened plan. Only the API can change how a metric is counted,
 * so the form must keep them.
 */
export function chosenMetric(metricId: string, plan: ChosenMetrics | undefined): ChosenMetric {
  const known = plan && [...(plan.goal ? [plan.goal] : []), ...plan.guardrails, ...plan.secondary];
  const found = known?.find((one) => one.metricId === metricId);
  return found ?? { metricId, cuped: null, trusted: null };
}

/** What decides whether events from pages count, where nobody chose. */
interface PageContext {
  readonly plan?: ChosenMetrics | undefined;
  readonly measured?: Pick<Planning, 'metrics'> | undefined;
}

/**
 * The choice whether events from pages count: made here, kept from the opened plan, or on where the last days' events
 * came only from pages. Undefined where the metric and its role decide. Source: RES-110.
 */
function chosenFromPages(
  form: Pick<PlannerForm, 'fromPages'>,
  metricId: string,
  { plan, measured }: PageContext,
): boolean | undefined {
  const made = form.fromPages[metricId];
  if (made !== undefined) return made;
  const { trusted } = chosenMetric(metricId, plan);
  if (trusted !== null) return !trusted;
  const figures = measured?.metrics.find((one) => one.metricId === metricId);
  return figures?.onlyPages ? true : undefined;
}

/** Whether events from pages count for a metric of the form. Source: RES-18, RES-110. */
export function countsPages(
  form: Pick<PlannerForm, 'fromPages' | 'guardrails'>,
  { id, trusted }: Pick<Metric, 'id' | 'trusted'>,
  context: PageContext,
): boolean {
  const byItself = !(form.guardrails.includes(id) || trusted);
  return chosenFromPages(form, id, context) ?? byItself;
}

/** Checks the form and returns the plan to send. A plan with an end needs the computed number of users. */
export function checkPlannerForm(
  form: PlannerForm,
  { plan, measured, ...references }: AnalysisReferences & PageContext,
  answer: PlannerAnswer | undefined,
): ReturnType<typeof checkAnalysis> {
  const chosen = (metricId: string): ChosenMetric => {
    const known = chosenMetric(metricId, plan);
    const fromPages = chosenFromPages(form, metricId, { plan, measured });
    return fromPages === undefined ? known : { ...known, trusted: !fromPages };
  };
  const units = answer === undefined ? Number.NaN : answer.planned.pairUnits;
  const checked = checkAnalysis(
    {
      ruleId: form.ruleId,
      control: form.control,
      hypothesis: form.hypothesis,
      goal: form.goal === '' ? null : chosen(form.goal),
      guardrails: form.guardrails.map(chosen),
      secondary: form.secondary.map(chosen),
      segments: form.segments,
      alpha: Number(form.alpha),
      power: Number(form.power),
      mde: typedNumber(form.mde) / 100,
      plannedUnits: form.isPlanned ? Math.max(PLANNED_UNITS_LEAST, units) : null,
      excludeBots: form.excludeBots,
      trustedExposures: form.trustedExposures,
    },
    references,
  );
  if (checked.ok) return checked;
  // The user does not type the number of users, so its problem is shown at the choice of a plan.
  const atChoice = ([field, ...path]: Problem['at']) =>
    field === 'plannedUnits' ? ['isPlanned'] : [field ?? '', ...path];
  const [first, ...others] = checked.problems.map((one) => ({ ...one, at: atChoice(one.at) }));
  return first === undefined ? checked : { ok: false, problems: [first, ...others] };
}
