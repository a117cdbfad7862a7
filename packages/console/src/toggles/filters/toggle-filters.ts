import type { Environment } from '@comporta/contract/applications/application';
import { LIFECYCLE_STATES } from '@comporta/contract/lifecycle/lifecycle';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Lifecycles } from '../../data/lifecycle-queries.ts';
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

/** What toggles can be filtered by: what may go, what is overdue, or one state. */
export const LIFECYCLE_WORDS = ['stale', 'overdue', ...LIFECYCLE_STATES] as const;
export type LifecycleWord = (typeof LIFECYCLE_WORDS)[number];

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
  readonly lifecycle: LifecycleWord | '';
  readonly archived: boolean;
}

/**
 * Facts that are loaded apart from the toggles. A fact that is not loaded yet is undefined, and filters
 * nothing out.
 */
export interface FilterFacts {
  readonly states: ToggleStates | undefined;
  readonly lifecycles: Lifecycles | undefined;
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
  if (!hasLifecycle(toggle, filter.lifecycle, facts.lifecycles)) return false;
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

function hasLifecycle(
  { id, archived }: Toggle,
  word: LifecycleWord | '',
  lifecycles: Lifecycles | undefined,
): boolean {
  if (word === '' || lifecycles === undefined) return true;
  const found = lifecycles.get(id);
  // Archived toggles are not asked about, and one that was just created is not known yet.
  if (found === undefined) return archived;
  return word === 'stale' || word === 'overdue' ? found[word] : found.state === word;
}
