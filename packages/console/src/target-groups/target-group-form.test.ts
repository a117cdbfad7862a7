import { NEW_TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { aTargetGroup } from '@comporta/contract/testing/stored-entities';
import { speak } from '@comporta/messages/speak';
import { describe, expect, it } from 'vitest';
import type { Say } from '../base/say.ts';
import { groupProblemText } from '../parts/conditions/target-group-problem.ts';
import {
  addCondition,
  conditionAt,
  duplicateCondition,
  removeCondition,
  targetGroupDraft,
} from './target-group-form.ts';

const text = { propertyId: 'country', expression: 'EQUALS', term: 'BR' } as const;
const conditions = ['a', 'b', 'c'].map((id) => ({ id, ...text }));
const english: Say = speak('en');

function ids(list: readonly { readonly id: string }[]) {
  return list.map(({ id }) => id);
}

describe('target group form', () => {
  it('starts with the saved group, without the fields that the form does not change', () => {
    const fields = { name: 'Brazil', policy: 'OR' } as const;
    const condition = { id: 'c', ...text };
    const saved = aTargetGroup({
      ...fields,
      conditions: [{ ...condition, propertyType: 'STRING' }],
    });
    expect(targetGroupDraft(saved)).toEqual({
      ...NEW_TARGET_GROUP,
      ...fields,
      conditions: [condition],
    });
  });

  it('adds an empty condition at the end, and a copy right after the original, each with its own id', () => {
    const added = addCondition(addCondition(conditions));
    expect(ids(added)).toEqual(['a', 'b', 'c', 'new-1', 'new-2']);
    expect(added.at(-1)).toEqual({ id: 'new-2', propertyId: '', expression: '', term: '' });
    const copied = duplicateCondition(added, 0);
    expect(ids(copied)).toEqual(['a', 'new-3', 'b', 'c', 'new-1', 'new-2']);
    expect(copied[1]).toEqual({ id: 'new-3', ...text });
  });

  it('removes the given condition', () => {
    expect(ids(removeCondition(conditions, 1))).toEqual(['a', 'c']);
  });
});

describe('a problem', () => {
  it.each(['propertyId', 'expression', 'term'] as const)(
    'at the %s belongs to its condition',
    (field) => {
      const problem = { code: 'NO_PROPERTY', at: ['conditions', 1, field] };
      expect(conditionAt(problem)).toEqual({ index: 1, field });
    },
  );

  it('LIMIT_EXCEEDED: is about the list when it names no condition', () => {
    const problem = { code: 'LIMIT_EXCEEDED', at: ['conditions'], meta: { limit: 100 } } as const;
    expect(groupProblemText(english, problem)).toBe(
      'A target group can have at most 100 conditions!',
    );
    expect(conditionAt(problem)).toBeUndefined();
  });
});
