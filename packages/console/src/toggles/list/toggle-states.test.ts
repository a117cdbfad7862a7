import type { Outcome } from '@comporta/contract/experiments/outcome';
import { describe, expect, it } from 'vitest';
import { latestChange, stateRank, statesOf, statesOfToggle, stateWordOf } from './toggle-states.ts';

const base = {
  id: 'e1',
  envId: 'dev',
  toggleId: 'a',
  status: 'ACTIVE',
  ruleCount: 1,
  version: 1,
  lastChanged: { at: '2026-11-02T10:00:00.000Z', by: { name: 'Ana' } },
  dependents: [],
} as const;
const toggle = { defaultValue: 'disabled' } as const;
const text = { defaultValue: 'v1' } as const;
const active = (outcome: Outcome) => ({ ...base, outcome }) as const;
const everyone = (value: string) => active({ type: 'EVERYONE', value });

describe('the states of toggles', () => {
  it('are found by toggle and environment', () => {
    const one = everyone('enabled');
    const states = statesOf([one]);
    expect(statesOfToggle(states, 'a').get('dev')).toBe(one);
    expect(statesOfToggle(states, 'b').size).toBe(0);
  });

  it.each([
    ['none', toggle, undefined],
    ['paused', toggle, { ...everyone('enabled'), status: 'PAUSED' }],
    ['on', toggle, everyone('enabled')],
    ['off', toggle, everyone('disabled')],
    ['off', { defaultValue: 'enabled' }, everyone('enabled')],
    ['on', text, everyone('v2')],
    ['off', text, everyone('v1')],
    ['split', toggle, active({ type: 'SPLIT', shares: { enabled: 70, disabled: 30 } })],
    ['rules', toggle, active({ type: 'RULES', rules: 2, last: { enabled: 100 } })],
  ] as const)('CDW-22: the word in the filter is %s', (word, of, experiment) => {
    expect(stateWordOf(of, experiment)).toBe(word);
  });

  it('are sorted by how much users see', () => {
    const inOrder = [
      everyone('enabled'),
      active({ type: 'SPLIT', shares: { enabled: 90, disabled: 10 } }),
      active({ type: 'SPLIT', shares: { enabled: 10, disabled: 90 } }),
      active({ type: 'RULES', rules: 2, last: { enabled: 100 } }),
      everyone('disabled'),
      { ...everyone('enabled'), status: 'PAUSED' } as const,
      undefined,
    ];
    const ranks = inOrder.map((experiment) => stateRank(toggle, experiment));
    expect(ranks.toSorted((one, other) => one - other)).toEqual(ranks);
  });

  it('include the last change, of the toggle or of one of its experiments', () => {
    const own = { lastChanged: { at: '2026-11-01T00:00:00.000Z', by: { name: 'Rui' } } };
    expect(latestChange(own, new Map()).by.name).toBe('Rui');
    expect(latestChange(own, new Map([['dev', base]])).by.name).toBe('Ana');
  });
});
