import { aProperty, aTargetGroup, aToggle } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import { referencesOf } from '../references.ts';
import type { EditedRule } from '../rule/edited-rule.ts';
import { isSame } from './experiment-form.ts';
import { rulesInJson } from './pasted-rules.ts';
import { rulesAsJson } from './rules-json.ts';

const TOGGLE = { values: ['on', 'off'], defaultValue: 'off' };
const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const RULES: readonly EditedRule[] = [
  {
    type: 'PROPERTY',
    key: '1',
    id: 'stored',
    name: 'Brazil beta',
    propertyRule: { propertyId: 'p1', expression: 'EQUALS', term: 'BR' },
    versionRule: { propertyId: 'p2', expression: 'EQUALS', term: '1.0.0' },
    valueSpec,
  },
  {
    type: 'TARGET_GROUP',
    key: '2',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff'] },
    valueSpec: {
      type: 'SPLIT',
      shares: [
        { value: 'on', percentage: 70, isPinned: false },
        { value: 'off', percentage: 30, isPinned: false },
      ],
    },
  },
  {
    type: 'TOGGLE_DEPENDENCY',
    key: '3',
    toggleDependencyRule: { toggleId: 't1', value: 'on' },
    valueSpec,
  },
  {
    type: 'ALL_USERS',
    key: '4',
    valueSpec: {
      type: 'SPLIT',
      by: 'p1',
      shares: [
        { value: 'on', percentage: 1, isPinned: false },
        { value: 'off', percentage: 99, isPinned: false },
      ],
    },
  },
];
const FORM = { toggleId: 'checkout', rules: RULES };

/** An application with things of these names; their ids start with the prefix. */
function application(prefix: string) {
  return referencesOf('Production', {
    properties: [
      aProperty({ id: `${prefix}p1`, key: 'country' }),
      aProperty({ id: `${prefix}p2`, key: 'app.version', type: 'SEMANTIC_VERSION' }),
    ],
    targetGroups: [aTargetGroup({ id: `${prefix}staff`, name: 'Staff' })],
    toggles: [aToggle({ id: `${prefix}t1`, name: 'payments' })],
    experiments: [],
  });
}

describe('CDW-46: rules as JSON', () => {
  const text = rulesAsJson(FORM, application(''));

  it('result in the same draft where they were copied', () => {
    const rules = rulesInJson(text, { references: application(''), toggle: TOGGLE });
    expect(isSame({ toggleId: 'checkout', rules: rules ?? [] }, FORM)).toBe(true);
    expect(rules?.[0]).toMatchObject({ id: 'stored', name: 'Brazil beta' });
  });

  it('refer to the things of the same names in another application, whatever their ids', () => {
    const rules = rulesInJson(text, { references: application('x-'), toggle: TOGGLE });
    expect(rules).toMatchObject([
      { propertyRule: { propertyId: 'x-p1' }, versionRule: { propertyId: 'x-p2' } },
      { targetGroupRule: { targetGroupsIds: ['x-staff'] } },
      { toggleDependencyRule: { toggleId: 'x-t1' } },
      { type: 'ALL_USERS' },
    ]);
  });

  it('leave a reference empty when the name is unknown', () => {
    const nowhere = referencesOf('Production', {
      properties: [],
      targetGroups: [],
      toggles: [],
      experiments: [],
    });
    expect(rulesInJson(text, { references: nowhere, toggle: TOGGLE })).toMatchObject([
      { propertyRule: { propertyId: '', term: 'BR' }, versionRule: { propertyId: '' } },
      { targetGroupRule: { targetGroupsIds: [] } },
      { toggleDependencyRule: { toggleId: '' } },
      { type: 'ALL_USERS' },
    ]);
  });

  it.each([
    'hello',
    '{}',
    '[]',
    '[null]',
    '[{"type":"ALL_USERS"}]',
    '[{"type":"SOME","valueSpec":{"type":"EXACT_VALUE","exactValue":"on"}}]',
    JSON.stringify(JSON.parse(text).slice(0, 1)),
  ])('are not found in other text: %s', (foreign) => {
    expect(rulesInJson(foreign, { references: application(''), toggle: TOGGLE })).toBeUndefined();
  });
});
