import type { Toggle } from '@comporta/contract/toggles/toggle';
import { isShownWhole } from '@comporta/messages/shown-value';
import { compareText } from '../../ui/list/list-order.ts';

/** The distinct tags of the toggles, sorted. */
export function tagsOf(toggles: readonly Toggle[]): readonly string[] {
  return [...new Set(toggles.flatMap(({ tags }) => tags))].sort(compareText);
}

/** The distinct owners of the toggles, sorted by name. */
export function ownersOf(toggles: readonly Toggle[]) {
  const owners = new Map(toggles.map(({ ownerId, owner }) => [ownerId ?? '', owner ?? '']));
  owners.delete('');
  return [...owners]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => compareText(one.label, other.label));
}

/** The search finds further values. */
const MAX_VALUES = 100;

/** The values that most toggles have, sorted by name; values that are too long to be shown whole are left out. */
export function valuesOf(toggles: readonly Toggle[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { values } of toggles) {
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([value]) => isShownWhole(value))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_VALUES)
    .map(([value]) => value)
    .sort(compareText);
}
