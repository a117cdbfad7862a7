import type { ConditionProperties, NamedList } from '@comporta/contract/conditions/condition';
import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { Toggle } from '@comporta/contract/toggles/toggle';

/** Everything that the rules of an environment can refer to. */
export interface References {
  /** The environment's name. */
  readonly environment: string;
  /** By id, including `uid`. */
  readonly properties: ConditionProperties;
  /** Properties of type SEMANTIC_VERSION, which version filters can use. */
  readonly versionProperties: ConditionProperties;
  readonly targetGroups: ReadonlyMap<string, TargetGroup>;
  readonly toggles: ReadonlyMap<string, Toggle>;
  /** The experiments of the environment, by their toggle's id. */
  readonly experiments: ReadonlyMap<string, Experiment>;
}

interface Loaded {
  readonly properties: readonly Property[];
  readonly targetGroups: readonly TargetGroup[];
  readonly toggles: readonly Toggle[];
  readonly experiments: readonly Experiment[];
  readonly idLists?: readonly NamedList[];
}

export function referencesOf(environment: string, loaded: Loaded): References {
  const properties = conditionProperties(loaded.properties, loaded.idLists);
  const versions = [...properties].filter(([, { type }]) => type === 'SEMANTIC_VERSION');
  return {
    environment,
    properties,
    versionProperties: Object.assign(new Map(versions), { lists: properties.lists }),
    targetGroups: byId(loaded.targetGroups),
    toggles: byId(loaded.toggles),
    experiments: new Map(loaded.experiments.map((one) => [one.toggleId, one])),
  };
}

function byId<Entity extends { readonly id: string }>(
  entities: readonly Entity[],
): ReadonlyMap<string, Entity> {
  return new Map(entities.map((entity) => [entity.id, entity]));
}
