import type { Missing } from '@comporta/contract/saved-version';
import type { NamedIds } from './named-ids.ts';
import type { NamedReferences } from './references-repository.ts';

/** What an experiment names and the application no longer has. */
export function goneOf(named: NamedIds, there: NamedReferences): Omit<Missing, 'name'>[] {
  const among = (type: Missing['type'], ids: ReadonlySet<string>, known: readonly Known[]) =>
    [...ids].filter((id) => !known.some((one) => one.id === id)).map((id) => ({ type, id }));
  return [
    ...among('property', named.properties, there.properties),
    ...among('targetGroup', named.targetGroups, there.targetGroups),
    ...among('toggle', named.toggles, there.toggles),
    ...among('idList', named.idLists, there.idLists),
  ];
}

interface Known {
  readonly id: string;
}
