import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { conditionProperties } from '../conditions/condition.ts';
import { checkTargetGroup, NEW_TARGET_GROUP, type TargetGroupDraft } from './target-group.ts';

const COUNTRY: SnapshotProperty = { id: 'country', key: 'country', type: 'STRING' };
const BRAZIL = { id: '', propertyId: 'country', expression: 'EQUALS', term: 'BR' };
const NO_TERM = { ...BRAZIL, term: '' };
const DRAFT: TargetGroupDraft = {
  ...NEW_TARGET_GROUP,
  name: ' Brazil ',
  description: ' Who lives there ',
  conditions: [BRAZIL],
};

function check(changes: Partial<TargetGroupDraft>) {
  return checkTargetGroup({ ...DRAFT, ...changes }, conditionProperties([COUNTRY]));
}

describe('target groups', () => {
  it('are trimmed; a term is normalised', () => {
    const list = { ...BRAZIL, id: 'kept', expression: 'IN', term: 'BR, PT' };
    expect(check({ policy: 'OR', conditions: [list] })).toEqual({
      ok: true,
      value: {
        ...NEW_TARGET_GROUP,
        name: 'Brazil',
        description: 'Who lives there',
        policy: 'OR',
        conditions: [{ id: 'kept', propertyId: 'country', expression: 'IN', term: 'BR,PT' }],
      },
    });
  });

  it.each([
    ['EMPTY_NAME', ['name'], { name: ' ' }],
    ['NAME_TOO_LONG', ['name'], { name: 'é'.repeat(51) }],
    ['DESCRIPTION_TOO_LONG', ['description'], { description: 'a'.repeat(101) }],
    ['INVALID_POLICY', ['policy'], { policy: 'XOR' }],
    ['NO_CONDITIONS', ['conditions'], { conditions: [] }],
    ['LIMIT_EXCEEDED', ['conditions'], { conditions: Array(101).fill(BRAZIL) }],
    ['EMPTY_TERM', ['conditions', 0, 'term'], { conditions: [NO_TERM] }],
  ])('%s at %j', (code, at, changes) => {
    expect(check(changes)).toMatchObject({ ok: false, problems: [{ code, at }] });
  });

  it('may reach their limits', () => {
    const full = { name: '😀'.repeat(50), description: 'a'.repeat(100) };
    expect(check({ ...full, conditions: Array(100).fill(BRAZIL) }).ok).toBe(true);
  });

  it('report only the first invalid condition, numbered from 1', () => {
    const unknown = { ...BRAZIL, propertyId: 'gone' };
    expect(check({ conditions: [BRAZIL, NO_TERM, unknown] })).toEqual({
      ok: false,
      problems: [{ code: 'EMPTY_TERM', at: ['conditions', 1, 'term'], meta: { condition: 2 } }],
    });
  });

  it('report every problem, in the order of the form', () => {
    const result = check({ name: '', policy: '', conditions: [] });
    expect(result.ok ? [] : result.problems.map((problem) => problem.code)).toEqual([
      'EMPTY_NAME',
      'INVALID_POLICY',
      'NO_CONDITIONS',
    ]);
  });
});
