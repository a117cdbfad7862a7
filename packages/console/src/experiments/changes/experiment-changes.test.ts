import { describe, expect, it } from 'vitest';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { EditedRule } from '../rule/edited-rule.ts';
import { changesBetween, withKeysOf } from './experiment-changes.ts';

function rule(key: string, term: string): EditedRule {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
  const propertyRule = { propertyId: 'country', expression: 'EQUALS', term };
  return { type: 'PROPERTY', key, propertyRule, valueSpec };
}

/** `a b:PT *`: the keys of rules, each with its term when that differs from the key. */
function form(rules: string): ExperimentForm {
  return {
    toggleId: 'checkout',
    rules: rules.split(' ').map((written) => {
      const [key = '', term = key] = written.split(':');
      return rule(key, term);
    }),
  };
}

function changes(before: string, after: string): string[] {
  return changesBetween(form(before), form(after)).map((change) =>
    change.kind === 'moved'
      ? `${change.rule.key} moved ${change.from}-${change.number}`
      : `${change.rule.key} ${change.kind} ${change.number}`,
  );
}

describe('changes', () => {
  it.each<[string, string, string[]]>([
    ['a b *', 'a b *', []],
    ['a b *', 'x a b *', ['x added 1']],
    ['a b *', 'b *', ['a removed 1']],
    ['a b *', 'a b:PT *', ['b changed 2']],
    ['a b c *', 'c a b *', ['c moved 3-1']],
    ['a b *', 'b:PT a *', ['b changed 1', 'a moved 1-2']],
    [
      'a b c d *',
      'x d b:PT *',
      ['a removed 1', 'c removed 3', 'x added 1', 'b moved 2-3', 'b changed 3'],
    ],
  ])('from %j to %j: %j', (before, after, expected) => {
    expect(changes(before, after).sort()).toEqual([...expected].sort());
  });
});

describe('a state that somebody else saved', () => {
  it.each<[string, string, string]>([
    ['the same rules', '1:a 2:b 3:*', 'a b *'],
    ['rules in another order', '1:b 2:a 3:*', 'b a *'],
    ['a rule more', '1:x 2:a 3:b 4:*', '1 a b *'],
    ['a changed rule', '1:PT 2:b 3:*', 'a b *'],
    ['a rule less', '1:b 2:*', 'b *'],
  ])('%s: %j', (_, loaded, expected) => {
    const { rules } = withKeysOf(form(loaded), form('a b *'));
    expect(rules.map(({ key }) => key).join(' ')).toBe(expected);
  });

  it('RES-10: rules are matched by id, whatever their content and position', () => {
    const withIds = (written: string, ids: string): ExperimentForm => {
      const { toggleId, rules } = form(written);
      return { toggleId, rules: rules.map((one, index) => ({ ...one, id: ids.charAt(index) })) };
    };
    const { rules } = withKeysOf(withIds('1:b 2:PT 3:*', 'XAZ'), withIds('a b *', 'ABZ'));
    expect(rules.map(({ key }) => key).join(' ')).toBe('b a *');
  });
});
