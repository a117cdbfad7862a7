import type { ValueSpec } from '@comporta/engine/snapshot';
import { sharesIn } from '@comporta/engine/split';
import type { Problem } from '../problem.ts';
import { difference } from './difference.ts';
import type { EditType } from './edit-type.ts';
import { GUARD_PATIENCE, GUARD_UNITS_LEAST, GUARD_WATCH, type Guard } from './guard.ts';
import type { Body } from './parts-of.ts';

/** Checks what a guard says of itself. Source: SAF-52. */
export function problemsOfGuard({
  analysis,
  analysisId,
  units,
  watch,
  patience,
}: Guard): Problem<'INVALID_GUARD'>[] {
  const isOne = (analysis === undefined) !== (analysisId === undefined);
  const guardrails = analysis?.guardrails;
  const isGuarding = analysis === undefined || (Array.isArray(guardrails) && guardrails.length > 0);
  const invalid = [
    ...(isOne ? [] : [[]]),
    ...(isGuarding ? [] : [['analysis', 'guardrails']]),
    ...(units >= GUARD_UNITS_LEAST ? [] : [['units']]),
    ...(isWithin(GUARD_WATCH, watch) ? [] : [['watch']]),
    ...(isWithin(GUARD_PATIENCE, patience) ? [] : [['patience']]),
  ];
  return invalid.map((at) => ({ code: 'INVALID_GUARD', at: ['guard', ...at] }));
}

function isWithin(
  { min, max }: { readonly min: number; readonly max: number },
  seconds: number,
): boolean {
  return seconds >= min && seconds <= max;
}

interface GuardedEdit {
  readonly type: EditType;
  readonly base: Body | null;
  readonly result: Body | null;
}

const RULE = 'rule:';

/** The one rule that all steps change, and nothing else; undefined where they do more. */
export function guardedRule(
  steps: readonly { readonly edits: readonly GuardedEdit[] }[],
): string | undefined {
  const parts = new Set(
    steps.flatMap(({ edits }) =>
      edits.flatMap(({ type, base, result }) =>
        difference(type, base, result).map(({ kind, part }) =>
          type === 'experiment' && kind === 'CHANGED' ? part : undefined,
        ),
      ),
    ),
  );
  const [part] = parts;
  const isOne = parts.size === 1 && steps.every(({ edits }) => edits.length === 1);
  return isOne && part?.startsWith(RULE) ? part.slice(RULE.length) : undefined;
}

/** The values of a rule whose share the steps raise, and that which gives the most of it, while it is still there to compare. */
export interface Growth {
  readonly grows: readonly string[];
  readonly shrinks: string | undefined;
}

/** Which values the steps raise at the expense of which. */
export function growthIn(
  steps: readonly { readonly edits: readonly GuardedEdit[] }[],
  ruleId: string,
): Growth {
  const before = sharesOf(steps[0]?.edits[0]?.base, ruleId);
  const first = sharesOf(steps[0]?.edits[0]?.result, ruleId);
  const after = sharesOf(steps.at(-1)?.edits[0]?.result, ruleId);
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((value) => ({
    value,
    change: (after[value] ?? 0) - (before[value] ?? 0),
  }));
  const [most] = changes
    .filter(({ value, change }) => change < 0 && (first[value] ?? 0) > 0)
    .sort((one, other) => one.change - other.change);
  return {
    grows: changes.filter(({ change }) => change > 0).map(({ value }) => value),
    shrinks: most?.value,
  };
}

/** What a rule of an experiment gives each value, in percent; nothing where there is no such rule. */
export function sharesOf(
  body: Body | null | undefined,
  ruleId: string,
): Readonly<Record<string, number>> {
  const rules = (body?.rules ?? []) as readonly { id: string; valueSpec: ValueSpec }[]; // Of an experiment.
  const spec = rules.find(({ id }) => id === ruleId)?.valueSpec;
  if (spec === undefined) return {};
  return spec.type === 'EXACT_VALUE' ? { [spec.exactValue]: 100 } : (sharesIn(spec) ?? {});
}
