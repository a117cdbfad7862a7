import type { UnnamedCondition } from '@comporta/contract/conditions/named-condition';
import { namedRule, type RuleNames } from '@comporta/contract/experiments/named-rule';
import type {
  ApplicationDocument,
  DocumentExperiment,
  DocumentProperty,
  DocumentTargetGroup,
  DocumentToggle,
} from '@comporta/contract/transfer/application-document';
import { UID } from '@comporta/engine/vocabulary';
import type { Entities } from './transfer-repository.ts';

export interface Stored<Entity> {
  readonly id: string;
  readonly entity: Entity;
}

/** An application as a document says it, with the ids of what is stored. */
export interface ApplicationContents {
  readonly environments: readonly { readonly id: string; readonly name: string }[];
  readonly properties: readonly Stored<DocumentProperty>[];
  readonly targetGroups: readonly Stored<DocumentTargetGroup>[];
  readonly toggles: readonly Stored<DocumentToggle>[];
  readonly experiments: readonly Stored<DocumentExperiment>[];
}

export function contentsOf(entities: Entities): ApplicationContents {
  const keys = new Map(entities.properties.map(({ id, key }) => [id, key])).set(UID, UID);
  const groups = new Map(entities.targetGroups.map(({ id, name }) => [id, name]));
  const toggles = new Map(entities.toggles.map(({ id, name }) => [id, name]));

  const condition = ({ propertyId, expression, term }: UnnamedCondition) => ({
    property: nameIn(keys, propertyId),
    expression,
    term,
  });
  const names: RuleNames = {
    condition,
    targetGroup: (id) => nameIn(groups, id),
    toggle: (id) => nameIn(toggles, id),
  };

  return {
    environments: entities.environments,
    properties: entities.properties.map(({ id, ...entity }) => ({ id, entity })),
    targetGroups: entities.targetGroups.map(({ id, conditions, ...group }) => ({
      id,
      entity: { ...group, conditions: conditions.map(condition) },
    })),
    toggles: entities.toggles.map(({ id, ...entity }) => ({ id, entity })),
    experiments: entities.experiments.map(({ id, rules, ...experiment }) => ({
      id,
      entity: { ...experiment, rules: rules.map((rule) => namedRule(rule, names)) },
    })),
  };
}

/** Foreign keys keep what is named, so there is no id without a name. */
function nameIn(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`nothing has the id ${id}`);
  return name;
}

export function documentOf(application: string, contents: ApplicationContents) {
  const entitiesOf = <Entity>(stored: readonly Stored<Entity>[]) =>
    stored.map(({ entity }) => entity);
  return {
    format: 'comporta-application-1',
    application,
    environments: contents.environments.map(({ name }) => name),
    properties: entitiesOf(contents.properties),
    targetGroups: entitiesOf(contents.targetGroups),
    toggles: entitiesOf(contents.toggles),
    experiments: entitiesOf(contents.experiments),
  } satisfies ApplicationDocument;
}
