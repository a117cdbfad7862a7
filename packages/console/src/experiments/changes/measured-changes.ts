import type { AnalysisSummary } from '@comporta/contract/analyses/analysis';
import { sharesIn } from '@comporta/engine/split';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { type EditedRule, sentAudience, sentValueSpec } from '../rule/edited-rule.ts';

/** The effect of a save on an analysis of one of the rules. Source: RES-12, RES-16, RUL-34. */
export type MeasuredChange = 'STOPS' | 'UNIT' | 'WEIGHTS' | 'AUDIENCE';

type Measuring = Pick<AnalysisSummary, 'ruleId' | 'state'>;

/** Returns the effects of saving these edits on the analyses, each effect once. */
export function measuredChanges(
  before: ExperimentForm,
  after: ExperimentForm,
  analyses: readonly Measuring[],
): MeasuredChange[] {
  const found = analyses.flatMap((analysis) => changesOf(before, after, analysis));
  // Whether it is measured or not, everybody may get another value.
  if (after.rules.some((rule) => hasOtherUnit(before, rule))) found.push('UNIT');
  return (['STOPS', 'UNIT', 'WEIGHTS', 'AUDIENCE'] as const).filter((one) => found.includes(one));
}

function changesOf(
  before: ExperimentForm,
  after: ExperimentForm,
  { ruleId, state }: Measuring,
): MeasuredChange[] {
  if (state !== 'RUNNING' && state !== 'CLOSING') return [];
  const rule = after.rules.find(({ id }) => id === ruleId);
  const former = before.rules.find(({ id }) => id === ruleId);
  if (rule === undefined || !isSplit(rule)) return ['STOPS'];
  // A closing analysis takes no new users.
  if (former === undefined || state === 'CLOSING') return [];
  return [
    ...(splitText(former) === splitText(rule) ? [] : (['WEIGHTS'] as const)),
    ...(audienceOf(before, former) === audienceOf(after, rule) ? [] : (['AUDIENCE'] as const)),
  ];
}

/** Whether the rule was a split before, and divides by something else now. */
function hasOtherUnit(before: ExperimentForm, { id, valueSpec }: EditedRule): boolean {
  if (id === undefined || valueSpec.type !== 'SPLIT') return false;
  const former = before.rules.find((rule) => rule.id === id)?.valueSpec;
  return former?.type === 'SPLIT' && former.by !== valueSpec.by;
}

/** Whether the rule splits users between at least two values. */
function isSplit({ valueSpec }: EditedRule): boolean {
  return Object.values(sharesOf(valueSpec)).length >= 2;
}

function sharesOf(valueSpec: EditedRule['valueSpec']): Readonly<Record<string, number>> {
  const shares = sharesIn(sentValueSpec(valueSpec)) ?? {};
  return Object.fromEntries(Object.entries(shares).filter(([, share]) => share > 0));
}

function splitText({ valueSpec }: EditedRule): string {
  return JSON.stringify(sharesOf(valueSpec));
}

/** The audience of a rule: its own conditions, and those of the rules before it. */
function audienceOf({ rules }: ExperimentForm, rule: EditedRule): string {
  const asked = rules.slice(0, rules.indexOf(rule) + 1);
  return JSON.stringify(
    asked.map((one) => ({ ...sentAudience(one), versionRule: one.versionRule })),
  );
}
