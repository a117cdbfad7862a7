import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  STATE_WORDS,
  type StateWord,
  statesOfToggle,
  stateWordOf,
  type ToggleStates,
} from './toggle-states.ts';

/** A state that is asked for in one environment. */
export interface StateFilter {
  readonly environment: Environment;
  readonly word: StateWord;
}

const FILTERS = ['state', 'tag', 'owner', 'favourites', 'archived'] as const;

/**
 * What the list is narrowed to; the address has it (`?state=ENVIRONMENT:on&tag=seo`), like the search
 * and the sort. Each environment has a state of its own, and all filters have to hold.
 */
export function useToggleFilters(
  environments: readonly Environment[],
  states: ToggleStates | undefined,
  favouriteIds: ReadonlySet<string>,
) {
  const [params, setParams] = useSearchParams();
  const address = FILTERS.flatMap((name) => params.getAll(name)).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all that matters of the parameters.
  const filters = useMemo(
    () => ({
      states: params.getAll('state').flatMap((text) => stateFilterIn(text, environments)),
      tag: params.get('tag') ?? '',
      ownerId: params.get('owner') ?? '',
      favourites: params.get('favourites') === 'only',
      archived: params.get('archived') === 'only',
    }),
    [address, environments],
  );

  const change = useCallback(
    (edit: (next: URLSearchParams) => void) => {
      // Of the address as it is: what was drawn of it last may be behind another change.
      const next = new URLSearchParams(window.location.search);
      edit(next);
      setParams(next, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );

  const isShown = useCallback(
    (toggle: Toggle) => {
      const { tag, ownerId, archived } = filters;
      if (toggle.archived !== archived) return false;
      if (tag !== '' && !toggle.tags.includes(tag)) return false;
      if (ownerId !== '' && toggle.ownerId !== ownerId) return false;
      if (filters.favourites && !favouriteIds.has(toggle.id)) return false;
      if (filters.states.length === 0 || states === undefined) return true;
      const experiments = statesOfToggle(states, toggle.id);
      return filters.states.every(
        ({ environment, word }) => stateWordOf(toggle, experiments.get(environment.id)) === word,
      );
    },
    [filters, states, favouriteIds],
  );

  return {
    filters,
    isShown,
    setState: (envId: string, word: StateWord | undefined) =>
      change((next) => {
        const others = next.getAll('state').filter((text) => !text.startsWith(`${envId}:`));
        next.delete('state');
        for (const text of others) next.append('state', text);
        if (word !== undefined) next.append('state', `${envId}:${word}`);
      }),
    set: (name: 'tag' | 'owner' | 'favourites' | 'archived', value: string) =>
      change((next) => {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }),
    clear: () =>
      change((next) => {
        for (const name of FILTERS) next.delete(name);
      }),
  };
}

export type ToggleFilters = ReturnType<typeof useToggleFilters>;

function stateFilterIn(text: string, environments: readonly Environment[]): StateFilter[] {
  const [envId, asked] = text.split(':');
  const environment = environments.find(({ id }) => id === envId);
  const word = STATE_WORDS.find((known) => known === asked);
  return environment === undefined || word === undefined ? [] : [{ environment, word }];
}
