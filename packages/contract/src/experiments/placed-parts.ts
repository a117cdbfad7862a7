import { partsOf } from '@comporta/engine/rules/parts-of';
import type { Rule, RulePart } from '@comporta/engine/snapshot';

/** A part of a rule, and its place in the experiment. */
export interface PlacedPart {
  readonly part: RulePart;
  readonly at: readonly (string | number)[];
}

/** The parts of all rules, in their order. A simple rule is its own part, in the rule's place. */
export function placedParts(rules: readonly Rule[]): PlacedPart[] {
  return rules.flatMap((rule, index) =>
    partsOf(rule).map((part, place) => ({
      part,
      at: [
        'rules',
        index,
        ...(rule.type === 'COMBINED' ? ['combinedRule', 'conditions', place] : []),
      ],
    })),
  );
}
