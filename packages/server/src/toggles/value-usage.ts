import type { Usage } from '@comporta/contract/usage';
import type { Rule } from '@comporta/engine/snapshot';
import type { Sql } from '../platform/database/database.ts';
import { experimentsNaming } from './toggle-repository.ts';

interface UsedValue {
  readonly value: string;
  readonly experiments: readonly Usage[];
}

/** The first of these values of a toggle that an experiment returns or waits for, and which do. */
export async function findUsedValue(
  sql: Sql,
  toggleId: string,
  values: readonly string[],
): Promise<UsedValue | undefined> {
  if (values.length === 0) return undefined;
  const naming = await experimentsNaming(sql, toggleId);
  for (const value of values) {
    const using = naming.filter((experiment) =>
      experiment.rules.some((rule) =>
        experiment.toggleId === toggleId ? returns(rule, value) : waitsFor(rule, toggleId, value),
      ),
    );
    if (using.length > 0) return { value, experiments: using.map(({ usage }) => usage) };
  }
  return undefined;
}

/** A value to which a split gives no share may go. */
function returns({ valueSpec }: Rule, value: string): boolean {
  switch (valueSpec.type) {
    case 'EXACT_VALUE':
      return valueSpec.exactValue === value;
    case 'SPLIT':
      return Object.entries(valueSpec.split).some(
        ([shared, percentage]) => shared === value && percentage > 0,
      );
  }
}

function waitsFor(rule: Rule, toggleId: string, value: string): boolean {
  if (rule.type !== 'TOGGLE_DEPENDENCY') return false;
  const { toggleDependencyRule: dependency } = rule;
  return dependency.toggleId === toggleId && dependency.value === value;
}
