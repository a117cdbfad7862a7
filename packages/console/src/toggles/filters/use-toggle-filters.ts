import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { profileQuery } from '../../data/user-queries.ts';
import { STATE_WORDS, type StateWord } from '../list/toggle-states.ts';
import {
  type FilterFacts,
  isShown,
  LIFECYCLE_WORDS,
  SINCE_DAYS,
  type StateFilter,
  type ToggleFilter,
} from './toggle-filters.ts';

const NAMES = [
  'state',
  'tag',
  'owner',
  'value',
  'since',
  'mine',
  'favourites',
  'lifecycle',
  'stale',
  'archived',
] as const;

/** The filters that are either on or off. */
export type Flag = 'mine' | 'favourites' | 'archived';

/**
 * The filters of the list. The address holds them (`?state=ENVIRONMENT:on&tag=seo`), like the search and the
 * sort. Each environment has its own state filter, and a toggle must pass all filters.
 */
export function useToggleFilters(
  environments: readonly Environment[],
  { states, lifecycles, favouriteIds }: Pick<FilterFacts, 'states' | 'lifecycles' | 'favouriteIds'>,
) {
  const [params, setParams] = useSearchParams();
  const address = NAMES.flatMap((name) => [name, ...params.getAll(name)]).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the address holds all relevant parameters.
  const filters = useMemo(() => filterIn(params, environments), [address, environments]);
  const ownId = useQuery({ ...profileQuery, enabled: filters.mine }).data?.id;

  const change = useCallback(
    (edit: (next: URLSearchParams) => void) => {
      // Starts from the current address, because the last render may lack another change.
      const next = new URLSearchParams(window.location.search);
      edit(next);
      setParams(next, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );

  return {
    filters,
    isShown: useCallback(
      (toggle: Toggle) =>
        isShown(toggle, filters, { states, lifecycles, favouriteIds, ownId, now: new Date() }),
      [filters, states, lifecycles, favouriteIds, ownId],
    ),
    setState: (envId: string, word: StateWord | undefined) =>
      change((next) => {
        const others = next.getAll('state').filter((text) => !text.startsWith(`${envId}:`));
        next.delete('state');
        for (const text of others) next.append('state', text);
        if (word !== undefined) next.append('state', `${envId}:${word}`);
      }),
    set: (name: 'tag' | 'owner' | 'value' | 'since' | 'lifecycle' | Flag, value: string) =>
      change((next) => {
        if (name === 'lifecycle') next.delete('stale');
        if (value === '') next.delete(name);
        else next.set(name, value);
      }),
    clear: () =>
      change((next) => {
        for (const name of NAMES) next.delete(name);
      }),
  };
}

export type ToggleFilters = ReturnType<typeof useToggleFilters>;

function filterIn(params: URLSearchParams, environments: readonly Environment[]): ToggleFilter {
  const since = Number(params.get('since'));
  return {
    states: params.getAll('state').flatMap((text) => stateFilterIn(text, environments)),
    tag: params.get('tag') ?? '',
    ownerId: params.get('owner') ?? '',
    value: params.get('value') ?? '',
    since: SINCE_DAYS.find((days) => days === since),
    mine: params.get('mine') === 'only',
    favourites: params.get('favourites') === 'only',
    lifecycle: lifecycleIn(params),
    archived: params.get('archived') === 'only',
  };
}

/** Links of earlier releases say `?stale=only`. */
function lifecycleIn(params: URLSearchParams): ToggleFilter['lifecycle'] {
  const asked = params.get('stale') === 'only' ? 'stale' : params.get('lifecycle');
  return LIFECYCLE_WORDS.find((word) => word === asked) ?? '';
}

function stateFilterIn(text: string, environments: readonly Environment[]): StateFilter[] {
  const [envId, asked] = text.split(':');
  const environment = environments.find(({ id }) => id === envId);
  const word = STATE_WORDS.find((known) => known === asked);
  return environment === undefined || word === undefined ? [] : [{ environment, word }];
}
