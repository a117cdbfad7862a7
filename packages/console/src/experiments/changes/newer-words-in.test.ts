import type { Experiment } from '@comporta/contract/experiments/experiment';
import { aProperty, aTargetGroup } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import { allDependentsOf } from '../../parts/experiment/dependents.ts';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { referencesOf } from '../references.ts';
import { withPartAdded } from '../rule/combined-parts.ts';
import type { Audience, EditedRule } from '../rule/edited-rule.ts';
import { bringsNewerWords } from './newer-words-in.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const BRAZIL = { propertyId: 'country', expression: 'EQUALS', term: 'BR' } as const;
const SET = { ...BRAZIL, expression: 'IS_SET', term: '' } as const;
const references = referencesOf('Production', {
  properties: [
    aProperty({ id: 'country', key: 'country' }),
    aProperty({ id: 'roles', key: 'roles', type: 'LIST' }),
  ],
  targetGroups: [
    aTargetGroup({ id: 'former', conditions: [{ id: '1', propertyType: 'STRING', ...BRAZIL }] }),
    aTargetGroup({ id: 'newer', conditions: [{ id: '1', propertyType: 'STRING', ...SET }] }),
  ],
  toggles: [],
  experiments: [],
});

const rule = (audience: Audience): EditedRule => ({ ...audience, key: 'r', valueSpec });
const form = (...rules: readonly EditedRule[]): ExperimentForm => ({ toggleId: 't', rules });
const ofCondition = (propertyRule: { propertyId: string; expression: string; term: string }) =>
  rule({ type: 'PROPERTY', propertyRule });
const inGroup = (id: string) =>
  rule({
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [id] },
  });

describe('RUL-58: words that programs before 0.3.0 do not know', () => {
  const known = form(ofCondition(BRAZIL), inGroup('former'));
  const split = { type: 'SPLIT', shares: [], by: 'country' } as const;

  it.each<[string, EditedRule]>([
    ['several conditions', withPartAdded(ofCondition(BRAZIL))],
    ['an expression', ofCondition(SET)],
    ['an expression of a version filter', { ...ofCondition(BRAZIL), versionRule: SET }],
    ['a list', ofCondition({ propertyId: 'roles', expression: 'IN', term: 'staff' })],
    ['a group that has one', inGroup('newer')],
    ['a split by a property', { ...ofCondition(BRAZIL), valueSpec: split }],
  ])('%s', (_, newer) => {
    expect(bringsNewerWords(known, form(newer), references)).toBe(true);
    expect(bringsNewerWords(form(newer), form(newer, ...known.rules), references)).toBe(false);
    expect(bringsNewerWords(form(newer), known, references)).toBe(false);
  });

  it('what depends on the toggle follows it, directly or through others', () => {
    const dependent = (toggleId: string, on: string): Experiment => ({
      id: toggleId,
      appId: 'a',
      envId: 'e',
      toggleId,
      toggleName: toggleId,
      status: 'ACTIVE',
      salt: 's',
      buckets: 100,
      version: 1,
      lastChanged: { at: '2026-11-02T10:00:00.000Z', by: { name: 'Ana' } },
      rules: [
        {
          id: toggleId,
          order: 1,
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: on, value: 'on' },
          valueSpec,
        },
      ],
    });
    const experiments = [
      dependent('b', 'a'),
      dependent('c', 'b'),
      dependent('a', 'c'),
      dependent('y', 'x'),
    ];
    expect(allDependentsOf(['a'], experiments).map(({ toggleId }) => toggleId)).toEqual(['b', 'c']);
  });
});
