import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';

/** What one toggle returns to the same user in two environments. */
export interface Comparison {
  readonly toggleId: string;
  readonly toggle: string;
  readonly answers: readonly [ToggleExplanation, ToggleExplanation];
  readonly differs: boolean;
}

/** Leaves out a toggle that only one of the responses has: it was created or deleted between them. */
export function compare(
  here: readonly ToggleExplanation[],
  there: readonly ToggleExplanation[],
): Comparison[] {
  const others = new Map(there.map((explanation) => [explanation.toggleId, explanation]));
  return here.flatMap((explanation) => {
    const { toggleId, toggle, value } = explanation;
    const other = others.get(toggleId);
    if (other === undefined) return [];
    return { toggleId, toggle, answers: [explanation, other], differs: value !== other.value };
  });
}
