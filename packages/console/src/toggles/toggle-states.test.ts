import { describe, expect, it } from 'vitest';
import { passes, stateFilterNamed, stateRank, statesOf, statesOfToggle } from './toggle-states.ts';

const active = {
  id: 'e1',
  envId: 'dev',
  toggleId: 'a',
  status: 'ACTIVE',
  ruleCount: 1,
  outcome: { type: 'EVERYONE', value: 'enabled' },
  version: 1,
  lastChanged: { at: '2026-11-02T10:00:00.000Z', by: { name: 'Ana' } },
  dependents: [],
} as const;
const paused = { ...active, id: 'e2', envId: 'prod', status: 'PAUSED', ruleCount: 2 } as const;
const other = { ...paused, id: 'e3', toggleId: 'b' } as const;
const states = statesOf([active, paused, other]);

describe('the states of toggles', () => {
  it('are known by toggle and environment', () => {
    expect(statesOfToggle(states, 'a').get('prod')).toBe(paused);
    expect(statesOfToggle(states, 'a').get('staging')).toBeUndefined();
    expect(statesOfToggle(states, 'unknown').size).toBe(0);
  });

  it.each([
    ['a', 'ACTIVE', true],
    ['a', 'PAUSED', true],
    ['b', 'ACTIVE', false],
    ['a', 'NONE', false],
    ['c', 'NONE', true],
  ] as const)('let %s through the filter %s: %s', (toggle, filter, isShown) => {
    expect(passes(states, toggle, filter)).toBe(isShown);
  });

  it('sort active first and nothing last', () => {
    expect([stateRank(undefined), stateRank('PAUSED'), stateRank('ACTIVE')]).toEqual([2, 1, 0]);
  });

  it('are filtered by what the address may say', () => {
    expect(['PAUSED', 'paused', null].map(stateFilterNamed)).toEqual([
      'PAUSED',
      undefined,
      undefined,
    ]);
  });
});
