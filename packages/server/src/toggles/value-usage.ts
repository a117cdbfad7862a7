import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Usage } from '@comporta/contract/usage';
import { partsOf } from '@comporta/engine/rules/parts-of';
import type { Rule } from '@comporta/engine/snapshot';
import { Rejection } from '../platform/base/rejection.ts';

/** An experiment whose rules may return values of a toggle, or depend on them. */
export interface NamingExperiment {
  readonly usage: Usage;
  readonly toggleId: string;
  readonly rules: readonly Rule[];
}

/** The values that the toggle no longer has after a change. */
export function lostValues(
  before: Pick<Toggle, 'values'>,
  after: Pick<Toggle, 'values'>,
): readonly string[] {
  return before === after ? [] : before.values.filter((value) => !after.values.includes(value));
}

/**
 * Rejects with VALUE_IN_USE and the first of `values`, which the toggle would lose, that an experiment returns or
 * depends on.
 * @param naming the toggle's own experiments, and those of others that depend on it
 */
export function requireUnused(
  toggleId: string,
  values: readonly string[],
  naming: readonly NamingExperiment[],
): void {
  for (const value of values) {
    const using = naming.filter((experiment) =>
      experiment.rules.some((rule) =>
        experiment.toggleId === toggleId ? returns(rule, value) : waitsFor(rule, toggleId, value),
      ),
    );
    if (using.length > 0) {
      const experiments = using.map(({ usage }) => usage);
      throw new Rejection('VALUE_IN_USE', { value, experiments, at: ['values'] });
    }
  }
}

/** Whether the rule can return the value. A value with a share of 0% in a split is never returned. */
function returns({ valueSpec }: Rule, value: string): boolean {
  if (valueSpec.type === 'EXACT_VALUE') return valueSpec.exactValue === value;
  return Object.entries(valueSpec.split).some(
    ([shared, percentage]) => shared === value && percentage > 0,
  );
}

function waitsFor(rule: Rule, toggleId: string, value: string): boolean {
  return partsOf(rule).some(
    (part) =>
      part.type === 'TOGGLE_DEPENDENCY' &&
      part.toggleDependencyRule.toggleId === toggleId &&
      part.toggleDependencyRule.value === value,
  );
}
