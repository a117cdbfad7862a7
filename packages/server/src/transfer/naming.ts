import { type RuleNames, ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { Dependencies } from '@comporta/engine/dependency-cycles';
import { partsOf, toggleNeeded } from '@comporta/engine/rules/parts-of';
import type { NamedIds } from './entity-rules.ts';
import type { NamedThings, StoredExperiment } from './stored-entities.ts';

/** The entities that experiments name, by id. */
export interface Naming {
  readonly names: RuleNames;
  /** The named entities that exist; checking only these is faster than checking all. */
  referencesOf(named: NamedIds): NamedThings;
}

export function namingIn(things: NamedThings): Naming {
  const properties = byId(things.properties);
  const targetGroups = byId(things.targetGroups);
  const toggles = byId(things.toggles);
  const idLists = byId(things.idLists);
  return {
    names: ruleNamesOf(things),
    referencesOf: (named) => ({
      properties: among(named.properties, properties),
      targetGroups: among(named.targetGroups, targetGroups),
      toggles: among(named.toggles, toggles),
      idLists: among(named.idLists, idLists),
    }),
  };
}

/** Which toggle depends on which, in one environment. Paused experiments count: they can be restarted. */
export function dependenciesOf(
  environment: { readonly id: string },
  experiments: Iterable<StoredExperiment>,
): Dependencies {
  const dependencies = new Map<string, Set<string>>();
  for (const { envId, toggleId, rules } of experiments) {
    if (envId !== environment.id) continue;
    const needed = rules.flatMap(partsOf).flatMap(toggleNeeded);
    if (needed.length > 0) dependencies.set(toggleId, new Set(needed));
  }
  return dependencies;
}

function byId<Thing extends { readonly id: string }>(
  things: readonly Thing[],
): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function among<Thing>(ids: ReadonlySet<string>, things: ReadonlyMap<string, Thing>): Thing[] {
  return [...ids].flatMap((id) => things.get(id) ?? []);
}
