import type { PropertyType } from '@comporta/engine/vocabulary';
import { expect, it } from 'vitest';
import { checkAnalysis } from './check-analysis.ts';
import { NEW_ANALYSIS } from './plan.ts';

function problemsOf(...types: readonly (PropertyType | undefined)[]) {
  const properties = types.map((type, index) => ({ id: `p${index}`, ...(type && { type }) }));
  const segments = properties.map(({ id }) => id);
  const toggle = { values: ['on', 'off'], defaultValue: 'off' };
  const checked = checkAnalysis(
    { ...NEW_ANALYSIS, segments },
    { rules: [], toggle, metrics: [], properties },
  );
  if (checked.ok) throw new Error('A plan without a rule passed.');
  return checked.problems.filter(({ code }) => code === 'INVALID_SEGMENT');
}

it('RUL-28: a list is no segment; every other type is, and a property that was deleted', () => {
  expect(problemsOf('STRING', 'NUMERIC', 'BOOLEAN')).toEqual([]);
  expect(problemsOf('DATE', 'SEMANTIC_VERSION', undefined)).toEqual([]);
  expect(problemsOf('STRING', 'LIST')).toEqual([{ code: 'INVALID_SEGMENT', at: ['segments', 1] }]);
});
