import type { Rule } from '@comporta/engine/snapshot';
import { expect, it } from 'vitest';
import { problemsOfDuplicates } from './duplicated-rules.ts';

const enabled = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
const disabled = { type: 'EXACT_VALUE', exactValue: 'disabled' } as const;
const everyone: Rule = { type: 'ALL_USERS', valueSpec: disabled };
const newest = { propertyId: 'version', expression: 'GREATER_THAN', term: '2.0.0' } as const;

function inCountry(term: string): Rule {
  const propertyRule = { propertyId: 'country', expression: 'EQUALS', term } as const;
  return { type: 'PROPERTY', propertyRule, valueSpec: enabled };
}
function inGroups(policy: 'ANY_OF' | 'ALL_OF', ...targetGroupsIds: string[]): Rule {
  return { type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroupsIds }, valueSpec: enabled };
}
function withToggle(toggleId: string, value: string): Rule {
  return {
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId, value },
    valueSpec: enabled,
  };
}

it.each<[string, number[], Rule[]]>([
  ['no rule repeats another', [], [inCountry('BR'), inCountry('PT'), everyone]],
  [
    'the returned value makes no difference',
    [2],
    [inCountry('BR'), { ...inCountry('BR'), valueSpec: disabled }, everyone],
  ],
  [
    'each later duplicate is listed',
    [2, 4],
    [inCountry('BR'), inCountry('BR'), inCountry('PT'), inCountry('BR'), everyone],
  ],
  [
    'a version filter makes a difference',
    [],
    [inCountry('BR'), { ...inCountry('BR'), versionRule: newest }, everyone],
  ],
  [
    'rules with the same version filter are equal',
    [2],
    [{ ...everyone, versionRule: newest }, { ...everyone, versionRule: newest }, everyone],
  ],
  [
    'the order of groups makes no difference',
    [2],
    [inGroups('ANY_OF', 'a', 'b'), inGroups('ANY_OF', 'b', 'a'), everyone],
  ],
  [
    'different policies make a difference',
    [],
    [inGroups('ANY_OF', 'a', 'b'), inGroups('ALL_OF', 'a', 'b'), everyone],
  ],
  [
    'different values of a dependency make a difference',
    [],
    [withToggle('a', 'on'), withToggle('a', 'off'), everyone],
  ],
  ['the same dependency twice', [2], [withToggle('a', 'on'), withToggle('a', 'on'), everyone]],
  ['the catch-all is never a duplicate', [], [everyone, everyone]],
  ['two ALL_USERS above the catch-all', [2], [everyone, everyone, everyone]],
])('%s: %j', (_, duplicated, rules) => {
  expect(problemsOfDuplicates(rules).map(({ at }) => Number(at[1]) + 1)).toEqual(duplicated);
});

it('CON-25: each duplicate names the rule that it repeats', () => {
  const rules = [inCountry('BR'), inCountry('PT'), inCountry('PT'), inCountry('BR'), everyone];
  const meta = { rule_order: [3, 4], duplicate_of: [2, 1] };
  expect(problemsOfDuplicates(rules)).toMatchObject([{ meta }, { meta }]);
});
