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
