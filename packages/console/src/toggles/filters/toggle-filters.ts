import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ToggleStates } from '../list/toggle-states.ts';
import {
  latestChange,
  type StateWord,
  statesOfToggle,
  stateWordOf,
} from '../list/toggle-states.ts';

/** A state in one environment to filter by. */
export interface StateFilter {
  readonly environment: Environment;
  readonly word: StateWord;
}

/** The choices of "changed since", in days. */
export const SINCE_DAYS = [1, 7, 30, 90] as const;
export type SinceDays = (typeof SINCE_DAYS)[number];

/** The active filters; a toggle must pass all of them. */
export interface ToggleFilter {
  readonly states: readonly StateFilter[];
  readonly tag: string;
  readonly ownerId: string;
  readonly value: string;
  readonly since: SinceDays | undefined;
  /** Whether the user owns the toggle, or changed it last. */
  readonly mine: boolean;
  readonly favourites: boolean;
  /** Toggles that have returned one value everywhere for a long time. */
  readonly stale: boolean;
  readonly archived: boolean;
}

/**
 * Facts that are loaded apart from the toggles. A fact that is not loaded yet is undefined, and filters
 * nothing out.
 */
export interface FilterFacts {
  readonly states: ToggleStates | undefined;
  readonly stale: ReadonlyMap<string, string> | undefined;
  readonly favouriteIds: ReadonlySet<string>;
  readonly ownId: string | undefined;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

export function isShown(toggle: Toggle, filter: ToggleFilter, facts: FilterFacts): boolean {
  const { tag, ownerId, value, since, mine, favourites, archived } = filter;
  const { states, favouriteIds, ownId, now } = facts;
  if (toggle.archived !== archived) return false;
  if (tag !== '' && !toggle.tags.includes(tag)) return false;
  if (ownerId !== '' && toggle.ownerId !== ownerId) return false;
  if (value !== '' && !toggle.values.includes(value)) return false;
  if (favourites && !favouriteIds.has(toggle.id)) return false;
  if (filter.stale && facts.stale?.has(toggle.id) === false) return false;
  if (filter.states.length === 0 && since === undefined && !mine) return true;
  if (states === undefined) return true;
  const experiments = statesOfToggle(states, toggle.id);
  const { at, by } = latestChange(toggle, experiments);
  if (since !== undefined && Date.parse(at) < now.getTime() - since * DAY_MS) return false;
  if (mine && ownId !== undefined && toggle.ownerId !== ownId && by.id !== ownId) return false;
  return filter.states.every(
    ({ environment, word }) => stateWordOf(toggle, experiments.get(environment.id)) === word,
  );
}
