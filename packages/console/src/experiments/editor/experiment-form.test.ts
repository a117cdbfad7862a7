import { describe, expect, it } from 'vitest';
import { type EditedRule, withType, withValueType } from '../rule/edited-rule.ts';
import {
  addRule,
  canMove,
  changeRule,
  deleteRule,
  duplicateRule,
  type ExperimentForm,
  experimentDraft,
  formOf,
  insertRule,
  isSame,
  lastReached,
  moveRule,
  sentOf,
  startForToggle,
  withSavedIds,
} from './experiment-form.ts';

const TOGGLE = { id: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const DISABLED = { type: 'EXACT_VALUE', exactValue: 'disabled' } as const;

/** Rules on properties above a catch-all; each letter is the key of a rule. */
function formWith(letters: string): ExperimentForm {
  const rules = [...letters].map(
    (key): EditedRule => ({
      type: 'PROPERTY',
      key,
      propertyRule: { propertyId: 'country', expression: 'EQUALS', term: key },
      valueSpec: DISABLED,
    }),
  );
  const catchAll: EditedRule = { type: 'ALL_USERS', key: '*', valueSpec: DISABLED };
  return { toggleId: 'checkout', rules: [...rules, catchAll] };
}

function keysOf({ rules }: ExperimentForm): string {
  return rules.map(({ key }) => key).join('');
}

describe('a new experiment', () => {
  it('starts with one rule, which gives everyone the default', () => {
    expect(experimentDraft(startForToggle(TOGGLE, 'first'))).toEqual({
      toggleId: 'checkout',
      rules: [{ type: 'ALL_USERS', order: 1, valueSpec: DISABLED }],
    });
  });

  it('gets new rules at the top, on a property, with the default value', () => {
    expect(
      experimentDraft(addRule(startForToggle(TOGGLE, 'first'), TOGGLE, 'second')).rules,
    ).toEqual([
      {
        type: 'PROPERTY',
        order: 1,
        propertyRule: { propertyId: '', expression: '', term: '' },
        valueSpec: DISABLED,
      },
      { type: 'ALL_USERS', order: 2, valueSpec: DISABLED },
    ]);
  });
});

describe('rules', () => {
  it.each([
    ['b', 0, 'ba*'],
    ['a', 1, 'ba*'],
    ['a', 7, 'ba*'],
    ['b', -1, 'ba*'],
    ['*', 0, 'ab*'],
    ['?', 0, 'ab*'],
  ])('%s moved to %d results in %s', (key, to, expected) => {
    expect(keysOf(moveRule(formWith('ab'), key, to))).toBe(expected);
  });

  it.each([
    ['a', -1, false],
    ['a', 1, true],
    ['b', -1, true],
    ['b', 1, false],
    ['*', -1, false],
    ['*', 1, false],
  ] as const)('%s can be moved by %d: %s', (key, by, expected) => {
    expect(canMove(formWith('ab'), key, by)).toBe(expected);
  });

  it('can be deleted and restored at their place, but the catch-all cannot be deleted', () => {
    const form = formWith('abc');
    const [, deleted] = form.rules;
    const rest = deleteRule(form, 'b');
    expect(keysOf(rest)).toBe('ac*');
    expect(deleted && insertRule(rest, deleted, 1)).toEqual(form);
    expect(keysOf(deleteRule(form, '*'))).toBe('abc*');
  });

  it('are restored above the catch-all even when all other rules are deleted', () => {
    const [, , last] = formWith('abc').rules;
    expect(last && keysOf(insertRule(formWith(''), last, 2))).toBe('c*');
  });

  it('get their duplicate right below them; the catch-all gets it right above', () => {
    expect(keysOf(duplicateRule(formWith('ab'), 'a', 'x'))).toBe('axb*');
    expect(keysOf(duplicateRule(formWith('ab'), '*', 'x'))).toBe('abx*');
  });

  it('RES-10: keep their ids when moved, edited and restored; a copy has no id until it is saved', () => {
    const idsOf = (form: ExperimentForm) => sentOf(form).rules.map(({ id }) => id);
    const { rules } = formWith('ab');
    const form = { toggleId: 'checkout', rules: rules.map((rule) => ({ ...rule, id: rule.key })) };
    expect(idsOf(moveRule(form, 'b', 0))).toEqual(['b', 'a', '*']);
    expect(idsOf(changeRule(form, 'a', (rule) => withType(rule, 'ALL_USERS')))).toEqual(
      idsOf(form),
    );
    const copied = duplicateRule(form, 'a', 'x');
    expect(idsOf(copied)).toEqual(['a', undefined, 'b', '*']);
    const saved = ['a', 'new', 'b', '*'].map((id) => ({
      id,
      order: 1,
      type: 'ALL_USERS' as const,
      valueSpec: DISABLED,
    }));
    const editedSince = moveRule(copied, 'x', 2);
    expect(idsOf(withSavedIds(editedSince, copied, { rules: saved }))).toEqual([
      'a',
      'b',
      'new',
      '*',
    ]);
  });

  it('are never reached after a rule that matches everyone', () => {
    const form = formWith('abc');
    expect(lastReached(form)).toBe(3);
    expect(lastReached(changeRule(form, 'b', (rule) => withType(rule, 'ALL_USERS')))).toBe(1);
    const versionRule = { propertyId: 'version', expression: 'EQUALS', term: '1.0.0' };
    const filtered = changeRule(form, 'b', (rule) => ({
      ...withType(rule, 'ALL_USERS'),
      versionRule,
    }));
    expect(lastReached(filtered)).toBe(3);
  });
});

describe('an experiment', () => {
  it('is equal to another one whatever the keys of its rules and the pins of its splits', () => {
    const experiment = {
      toggleId: 'checkout',
      rules: [{ type: 'ALL_USERS', order: 1, valueSpec: DISABLED } as const],
    };
    expect(isSame(formOf(experiment, TOGGLE), formOf(experiment, TOGGLE))).toBe(true);
    const split = changeRule(formWith(''), '*', (rule) => withValueType(rule, 'SPLIT', TOGGLE));
    const pinned = changeRule(split, '*', (rule) =>
      rule.valueSpec.type === 'SPLIT'
        ? {
            ...rule,
            valueSpec: {
              type: 'SPLIT',
              shares: rule.valueSpec.shares.map((share) => ({ ...share, isPinned: true })),
            },
          }
        : rule,
    );
    expect(isSame(split, pinned)).toBe(true);
    expect(isSame(split, formWith(''))).toBe(false);
    expect(isSame(formWith('ab'), formWith('ba'))).toBe(false);
  });

  it('is loaded and sent back unchanged', () => {
    const rules = [
      {
        order: 1,
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'NONE_OF', targetGroupsIds: ['staff'] },
        versionRule: { propertyId: 'version', expression: 'EQUALS', term: '1.0.0' },
        valueSpec: { type: 'SPLIT', split: { enabled: 70, disabled: 30 } },
      },
      { order: 2, type: 'ALL_USERS', valueSpec: DISABLED },
    ] as const;
    const loaded = formOf({ toggleId: 'checkout', rules }, TOGGLE);
    expect(experimentDraft(loaded).rules).toMatchObject(rules);
  });
});
