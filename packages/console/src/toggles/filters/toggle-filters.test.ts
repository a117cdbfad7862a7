import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { aToggle } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import type { Lifecycles } from '../../data/lifecycle-queries.ts';
import { statesOf } from '../list/toggle-states.ts';
import { valuesOf } from './filter-options.ts';
import { isShown, type ToggleFilter } from './toggle-filters.ts';

const production = {
  id: 'prod',
  name: 'Production',
  hasKey: false,
  production: null,
  countBulkAsExposure: false,
};
const ANY: ToggleFilter = {
  states: [],
  tag: '',
  ownerId: '',
  value: '',
  since: undefined,
  mine: false,
  favourites: false,
  lifecycle: '',
  archived: false,
};
const changed = (at: string, id: string) => ({ at, by: { id, name: id } });
const ofAna = aToggle({ id: 'a', lastChanged: changed('2026-11-01T10:00:00.000Z', 'ana') });
const ofRui = aToggle({
  id: 'b',
  values: ['v1', 'v2'],
  defaultValue: 'v1',
  valueType: 'STRING',
  ownerId: 'rui',
  lastChanged: changed('2026-11-01T10:00:00.000Z', 'bia'),
});
const experiment: ExperimentSummary = {
  id: 'e',
  envId: 'prod',
  toggleId: 'b',
  status: 'ACTIVE',
  ruleCount: 1,
  version: 1,
  outcome: { type: 'EVERYONE', value: 'v2' },
  lastChanged: changed('2026-11-20T10:00:00.000Z', 'bia'),
  dependents: [],
};
const LIFECYCLE = { overdue: false, lastUseAt: null, reasons: [] };
const facts = {
  states: statesOf([experiment]),
  lifecycles: new Map([
    ['a', { ...LIFECYCLE, toggleId: 'a', state: 'LAUNCHED', stale: true }],
    ['b', { ...LIFECYCLE, toggleId: 'b', state: 'ACTIVE', stale: false }],
  ]) as Lifecycles | undefined,
  favouriteIds: new Set(['a']),
  ownId: 'rui',
  now: new Date('2026-11-22T10:00:00.000Z'),
};

function shown(filter: Partial<ToggleFilter>, known: Partial<typeof facts> = {}): string[] {
  return [ofAna, ofRui]
    .filter((toggle) => isShown(toggle, { ...ANY, ...filter }, { ...facts, ...known }))
    .map(({ id }) => id);
}

describe('CDW-22: the list of toggles', () => {
  it('has all toggles without a filter, and archived ones only on demand', () => {
    expect(shown({})).toEqual(['a', 'b']);
    expect(shown({ archived: true })).toEqual([]);
  });

  it('can be filtered by a value, and by favourites', () => {
    expect(shown({ value: 'v2' })).toEqual(['b']);
    expect(shown({ favourites: true })).toEqual(['a']);
  });

  it('LIF-24: can be filtered by what is stale or overdue, or by a state, once these are known', () => {
    expect(shown({ lifecycle: 'stale' })).toEqual(['a']);
    expect(shown({ lifecycle: 'ACTIVE' })).toEqual(['b']);
    expect(shown({ lifecycle: 'overdue' })).toEqual([]);
    expect(shown({ lifecycle: 'stale' }, { lifecycles: undefined })).toEqual(['a', 'b']);
  });

  it('can be filtered by changes since a day, in any environment', () => {
    expect(shown({ since: 7 })).toEqual(['b']);
    expect(shown({ since: 30 })).toEqual(['a', 'b']);
    expect(shown({ since: 1 })).toEqual([]);
  });

  it('can be filtered by toggles that I own or changed last', () => {
    expect(shown({ mine: true })).toEqual(['b']);
    expect(shown({ mine: true }, { ownId: 'bia' })).toEqual(['b']);
    expect(shown({ mine: true }, { ownId: 'ana' })).toEqual(['a']);
  });

  it('has only toggles that pass all filters', () => {
    const states = [{ environment: production, word: 'on' as const }];
    expect(shown({ states, value: 'v2', mine: true, since: 7 })).toEqual(['b']);
    expect(shown({ states, value: 'enabled' })).toEqual([]);
  });
});

it('values that are too long to be shown whole are not offered in the filter', () => {
  const long = aToggle({ values: ['{\n}', 'a'.repeat(61), 'v1'] });
  expect(valuesOf([ofAna, ofRui, long])).toEqual(['disabled', 'enabled', 'v1', 'v2']);
});
