import { aProperty, aTargetGroup } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it, vi } from 'vitest';
import { readEdits, writeEdits } from '../../ui/forms/remembered-edits.ts';
import { measuredChanges } from '../changes/measured-changes.ts';
import { isSame, NO_TOGGLE } from '../editor/experiment-form.ts';
import { rulesInJson } from '../editor/pasted-rules.ts';
import { rulesAsJson } from '../editor/rules-json.ts';
import { draftMemory } from '../editor/stored-draft.ts';
import { referencesOf } from '../references.ts';
import { propertiesLookedAt } from '../test/test-context.ts';
import { editedParts, withoutPart, withPart, withPartAdded, withPolicy } from './combined-parts.ts';
import { draftOfRule, type EditedRule, editedRule } from './edited-rule.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const BRAZIL = { propertyId: 'country', expression: 'EQUALS', term: 'BR' } as const;
const SIMPLE: EditedRule = {
  type: 'PROPERTY',
  key: 'r',
  id: 'stored',
  propertyRule: BRAZIL,
  valueSpec,
};
const STAFF = {
  type: 'TARGET_GROUP',
  targetGroupRule: { policy: 'NONE_OF', targetGroupsIds: ['staff'] },
} as const;
const COMBINED = withPart(withPartAdded(SIMPLE), 1, () => STAFF);
const TOGGLE = { values: ['on', 'off'], defaultValue: 'off' };
const EVERYONE: EditedRule = { type: 'ALL_USERS', key: 'e', valueSpec };

describe('RUL-40: the conditions of a rule', () => {
  it('are added below, all of them must hold, and the rest of the rule stays', () => {
    const { id: _, order: __, ...sent } = draftOfRule(COMBINED, 1);
    expect(sent).toEqual({
      type: 'COMBINED',
      combinedRule: {
        policy: 'AND',
        conditions: [{ type: 'PROPERTY', propertyRule: BRAZIL }, STAFF],
      },
      valueSpec,
    });
    expect(withPartAdded(EVERYONE)).toBe(EVERYONE);
  });

  it('make a plain rule again when one is left, whichever it is', () => {
    expect(withoutPart(COMBINED, 1)).toEqual(SIMPLE);
    expect(draftOfRule(withoutPart(COMBINED, 0), 1)).toMatchObject(STAFF);
    expect(withoutPart(SIMPLE, 0)).toBe(SIMPLE);
    const three = withPolicy(withPartAdded(COMBINED), 'OR');
    expect(withoutPart(three, 2)).toEqual(withPolicy(COMBINED, 'OR'));
  });

  it('keep their keys while others change', () => {
    const keys = (rule: EditedRule) =>
      editedParts(rule).map((part) => ('key' in part ? part.key : undefined));
    const changed = withPart(withPartAdded(COMBINED), 0, () => STAFF);
    expect(keys(changed).slice(0, 2)).toEqual(keys(COMBINED));
    expect(new Set(keys(changed)).size).toBe(3);
  });

  it('are all looked at by a test of the rules', () => {
    const group = aTargetGroup({
      id: 'staff',
      conditions: [
        { id: '1', propertyId: 'plan', propertyType: 'STRING', expression: 'EQUALS', term: 'x' },
      ],
    });
    expect([...propertiesLookedAt([COMBINED], new Map([['staff', group]]))]).toEqual([
      'country',
      'plan',
    ]);
  });

  it('RES-16: change the audience of a measured rule below, which other keys do not', () => {
    const shares = ['on', 'off'].map((value) => ({ value, percentage: 50, isPinned: false }));
    const measured: EditedRule = {
      ...EVERYONE,
      key: 'm',
      id: 'm',
      valueSpec: { type: 'SPLIT', shares },
    };
    const form = (rule: EditedRule) => ({ toggleId: 't', rules: [rule, measured] });
    const analyses = [{ ruleId: 'm', state: 'RUNNING' }] as const;
    const loaded = editedRule(draftOfStored(), TOGGLE.values);
    expect(measuredChanges(form(COMBINED), form(loaded), analyses)).toEqual([]);
    const any = form(withPolicy(COMBINED, 'OR'));
    expect(measuredChanges(form(COMBINED), any, analyses)).toEqual(['AUDIENCE']);
  });
});

/** The rule as the service stores it. */
function draftOfStored() {
  const conditions = [{ type: 'PROPERTY', propertyRule: BRAZIL }, STAFF] as const;
  return {
    type: 'COMBINED',
    id: 'stored',
    combinedRule: { policy: 'AND', conditions },
    valueSpec,
  } as const;
}

describe('RUL-46: a rule with several conditions travels', () => {
  const form = { toggleId: 'checkout', rules: [COMBINED, EVERYONE] };
  const references = (prefix: string) =>
    referencesOf('Production', {
      properties: [aProperty({ id: `${prefix}country`, key: 'country' })],
      targetGroups: [aTargetGroup({ id: `${prefix}staff`, name: 'Staff' })],
      toggles: [],
      experiments: [],
    });

  it('as JSON, to where it was copied and to another application', () => {
    const text = rulesAsJson(form, references(''));
    const pasted = rulesInJson(text, { references: references(''), toggle: TOGGLE });
    expect(isSame({ ...form, rules: pasted ?? [] }, form)).toBe(true);
    const [there] = rulesInJson(text, { references: references('x-'), toggle: TOGGLE }) ?? [];
    expect(there && draftOfRule(there, 1).combinedRule?.conditions).toMatchObject([
      { propertyRule: { propertyId: 'x-country' } },
      { targetGroupRule: { targetGroupsIds: ['x-staff'] } },
    ]);
  });

  it.each([
    ['no conditions', { policy: 'AND', conditions: [] }],
    ['another policy', { policy: 'XOR', conditions: [STAFF] }],
    ['a condition of another type', { policy: 'OR', conditions: [STAFF, { type: 'ALL_USERS' }] }],
  ])('but not with %s', (_, combinedRule) => {
    const rules = [
      { type: 'COMBINED', combinedRule, valueSpec },
      { type: 'ALL_USERS', valueSpec },
    ];
    const text = JSON.stringify(rules);
    expect(rulesInJson(text, { references: references(''), toggle: TOGGLE })).toBeUndefined();
  });

  it('as a draft over a reload, with new keys for its conditions', () => {
    const items = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    });
    const memory = draftMemory('ana@example.com', 'production', { id: 'checkout' });
    writeEdits(memory, { draft: form, saved: form, version: 3 });
    const restored = readEdits(memory, { draft: NO_TOGGLE, version: undefined });
    expect(restored && isSame(restored.draft, form)).toBe(true);
    const keys = (rules: readonly EditedRule[] = []) =>
      rules.flatMap((rule) => editedParts(rule).map((part) => ('key' in part ? part.key : '')));
    expect(keys(restored?.draft.rules)).toEqual(keys(restored?.saved.rules));
    expect(keys(restored?.draft.rules)).not.toEqual(keys(form.rules));
  });
});
