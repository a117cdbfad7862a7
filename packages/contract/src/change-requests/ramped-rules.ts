import { sharesOf } from './check-guard.ts';
import type { EditType } from './edit-type.ts';
import { type Body, orderIn, partsOf } from './parts-of.ts';

interface SteppedEdit {
  readonly type: EditType;
  readonly id: string;
  readonly base: Body | null;
  readonly result: Body | null;
}

/**
 * The rules of which the steps raise the share of one value, further with each step: ramps, whoever wrote the steps. A value
 * that comes and goes is none. Source: SAF-50.
 */
export function rampedRules(
  steps: readonly { readonly edits: readonly SteppedEdit[] }[],
): readonly string[] {
  const byId = Map.groupBy(
    steps.flatMap(({ edits }) => edits.filter(({ type }) => type === 'experiment')),
    ({ id }) => id,
  );
  return [...byId.values()].filter((edits) => edits.length > 1).flatMap(rampedIn);
}

/** Of the edits of one experiment, in the order of their steps. */
function rampedIn(edits: readonly SteppedEdit[]): readonly string[] {
  const states = [edits[0]?.base ?? null, ...edits.map(({ result }) => result)];
  const rules = new Set(
    states.flatMap((state) => (state === null ? [] : orderIn(partsOf('experiment', state)))),
  );
  return [...rules].filter((ruleId) => {
    const shares = states.map((state) => sharesOf(state, ruleId));
    return Object.keys(shares.at(-1) ?? {}).some((value) => {
      const given = shares.map((one) => one[value] ?? 0);
      return given.every((share, index) => index === 0 || share > (given[index - 1] ?? 0));
    });
  });
}
