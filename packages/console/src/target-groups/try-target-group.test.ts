import { conditionProperties } from '@comporta/contract/conditions/condition';
import { describe, expect, it } from 'vitest';
import { tryTargetGroup } from './try-target-group.ts';

const properties = conditionProperties([
  { id: 'p1', key: 'country', type: 'STRING' },
  { id: 'p2', key: 'age', type: 'NUMERIC' },
]);
const brazil = { id: 'a', propertyId: 'p1', expression: 'IN', term: 'BR, PT' };
const adult = { id: 'b', propertyId: 'p2', expression: 'GREATER_THAN_OR_EQUALS', term: '18' };
const staff = { id: 'c', propertyId: 'uid', expression: 'STARTS_WITH', term: 'staff-' };

function results(policy: string, given: Record<string, string>) {
  const trace = tryTargetGroup({ policy, conditions: [brazil, adult, staff] }, properties, given);
  return [trace?.holds, trace?.conditions.map(({ result }) => result)];
}

describe('trying a group on a user', () => {
  it('decides as the service does: all conditions must hold, or one of them', () => {
    const given = { p1: 'PT', p2: '30', uid: 'staff-1' };
    expect(results('AND', given)).toEqual([true, ['HOLDS', 'HOLDS', 'HOLDS']]);
    const stranger = { p1: 'ES', p2: '30', uid: 'u1' };
    expect(results('AND', stranger)).toEqual([false, ['DOES_NOT_HOLD', 'HOLDS', 'DOES_NOT_HOLD']]);
    expect(results('OR', stranger)[0]).toBe(true);
  });

  it('tells an absent property from a value that cannot be read', () => {
    expect(results('OR', { p1: '', p2: 'many' })).toEqual([
      false,
      ['ABSENT', 'UNREADABLE', 'ABSENT'],
    ]);
  });

  it('has no result before the first condition, and while a condition is unfinished', () => {
    const unfinished = { policy: 'AND', conditions: [brazil, { ...adult, term: '' }] };
    expect(tryTargetGroup(unfinished, properties, {})).toBeUndefined();
    expect(tryTargetGroup({ policy: 'AND', conditions: [] }, properties, {})).toBeUndefined();
  });
});
