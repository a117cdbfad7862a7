import { type MovedShare, movedShares } from '@comporta/contract/change-requests/moved-shares';
import { rampSteps } from '@comporta/contract/change-requests/ramp-steps';
import type { ValueSpec } from '@comporta/engine/snapshot';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { sentOf } from '../editor/experiment-form.ts';
import { type EditedRule, sentValueSpec } from '../rule/edited-rule.ts';

/** How a value of a rule grows, step by step. */
export interface InSteps {
  /** The key of the rule in the editor. */
  readonly rule: string;
  readonly value: string;
  readonly from: string;
  readonly shares: readonly {
    /** As it is typed, in percent. */
    readonly percent: string;
    /** Seconds until the next step. */
    readonly wait: number;
  }[];
}

/** Shares on the way from what users get now to what the edits give, in percent. */
const ON_THE_WAY = [1, 5, 10, 25, 50, 75];

/** Starts with the rule and the value that the edits change; undefined where no rule is stored yet. */
export function startInSteps(
  saved: ExperimentForm,
  form: ExperimentForm,
  { values, wait }: { readonly values: readonly string[]; readonly wait: number },
): InSteps | undefined {
  const stored = form.rules.filter(({ id }) => id !== undefined);
  const isChanged = (rule: EditedRule) => {
    const was = saved.rules.find(({ key }) => key === rule.key);
    return JSON.stringify(was?.valueSpec) !== JSON.stringify(rule.valueSpec);
  };
  const rule = stored.find(isChanged) ?? stored.at(-1);
  if (rule === undefined) return undefined;
  const was = sharesOf(specOf(saved, rule.key));
  const is = sharesOf(specOf(form, rule.key));
  const grows =
    values.find((value) => (is[value] ?? 0) > (was[value] ?? 0)) ??
    values.find((value) => (was[value] ?? 0) < 100) ??
    '';
  const shrinks =
    values.find((value) => (is[value] ?? 0) < (was[value] ?? 0)) ??
    values.find((value) => value !== grows && (was[value] ?? 0) > 0) ??
    values.find((value) => value !== grows) ??
    '';
  return {
    rule: rule.key,
    value: grows,
    from: shrinks,
    shares: sharesBetween(was[grows] ?? 0, is[grows] ?? 100).map((share) => ({
      percent: String(share),
      wait,
    })),
  };
}

function sharesBetween(now: number, end: number): readonly number[] {
  const between = ON_THE_WAY.filter((share) => share > now && share < end);
  const middle = Math.round((now + end) * 50) / 100;
  // Few steps are enough: the last ones before the end.
  return [...(between.length > 0 ? between.slice(-3) : [middle]), end];
}

/** The bodies of the steps; undefined when the shares do not rise, or there is no room for them. */
export function bodiesInSteps(
  saved: ExperimentForm,
  form: ExperimentForm,
  { steps, values }: Stepping,
): readonly ReturnType<typeof sentOf>[] | undefined {
  const specs = specsInSteps(saved, { steps, values });
  if (specs === undefined) return undefined;
  const index = form.rules.findIndex(({ key }) => key === steps.rule);
  const body = sentOf(form);
  return specs.map((valueSpec) => ({
    ...body,
    rules: body.rules.map((one, place) => (place === index ? { ...one, valueSpec } : one)),
  })) as readonly ReturnType<typeof sentOf>[]; // A value spec of the engine is one that can be sent.
}

interface Stepping {
  readonly steps: InSteps;
  readonly values: readonly string[];
}

/** What the rule returns after each step. */
function specsInSteps(
  saved: ExperimentForm,
  { steps, values }: Stepping,
): readonly ValueSpec[] | undefined {
  const { value, from, rule } = steps;
  const spec = specOf(saved, rule);
  if (spec === undefined) return undefined;
  const shares = steps.shares.map(({ percent }) => Number(percent.replace(',', '.') || 'NaN'));
  const specs = rampSteps({ values, spec, value, from, shares });
  return specs.ok ? specs.value : undefined;
}

/** A share that a step moves, and whether it moves to the value that grows from the one that shrinks. */
export type StepMove = MovedShare & { readonly isWanted: boolean };

/** Whom each step moves; undefined while the shares are none that can be applied. Source: SAF-51. */
export function movesInSteps(
  saved: ExperimentForm,
  stepping: Stepping,
): readonly (readonly StepMove[])[] | undefined {
  const { steps, values } = stepping;
  const before = specOf(saved, steps.rule);
  const specs = specsInSteps(saved, stepping);
  if (before === undefined || specs === undefined) return undefined;
  return specs.map((after, index) =>
    movedShares(values, specs[index - 1] ?? before, after).map((move) => ({
      ...move,
      isWanted: move.from === steps.from && move.to === steps.value,
    })),
  );
}

/** What a rule returns; undefined for one that does not exist, or is not finished. */
function specOf({ rules }: ExperimentForm, key: string): ValueSpec | undefined {
  const rule = rules.find((one) => one.key === key);
  return rule && (sentValueSpec(rule.valueSpec) as ValueSpec); // Checked before the dialog opens.
}

function sharesOf(spec: ValueSpec | undefined): Readonly<Record<string, number>> {
  if (spec === undefined) return {};
  return spec.type === 'EXACT_VALUE' ? { [spec.exactValue]: 100 } : spec.split;
}
