import type { UnnamedCondition } from '@comporta/contract/conditions/named-condition';
import { namedRule, type RuleNames } from '@comporta/contract/experiments/named-rule';
import { pickFields } from '@comporta/contract/fields';
import { METRIC } from '@comporta/contract/metrics/metric';
import type {
  DocumentExperiment,
  DocumentMetric,
  DocumentProperty,
  DocumentTargetGroup,
  DocumentToggle,
} from '@comporta/contract/nouns/document-lists';
import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { UID } from '@comporta/engine/vocabulary';
import type {
  Entities,
  StoredExperiment,
  StoredMetric,
  StoredProperty,
  StoredTargetGroup,
  StoredToggle,
} from './stored-entities.ts';

/** Converts stored entities to their form in a document, with names in place of ids. */
export interface DocumentWords {
  property(property: StoredProperty): DocumentProperty;
  targetGroup(group: StoredTargetGroup): DocumentTargetGroup;
  toggle(toggle: StoredToggle): DocumentToggle;
  experiment(experiment: StoredExperiment): DocumentExperiment;
  metric(metric: StoredMetric): DocumentMetric;
}

export function documentWords({
  environments,
  properties,
  targetGroups,
  toggles,
}: Omit<Entities, 'experiments' | 'metrics'>): DocumentWords {
  const keys = new Map(properties.map(({ id, key }) => [id, key])).set(UID, UID);
  const groupNames = namesOf(targetGroups);
  const toggleNames = namesOf(toggles);
  const environmentNames = namesOf(environments);
  const condition = ({ propertyId, expression, term }: UnnamedCondition) => ({
    property: nameIn(keys, propertyId),
    expression,
    term,
  });
  const names: RuleNames = {
    condition,
    targetGroup: (id) => nameIn(groupNames, id),
    toggle: (id) => nameIn(toggleNames, id),
  };
  return {
    property: (property) => pickFields(PROPERTY, property),
    targetGroup: (group) => ({
      ...pickFields(TARGET_GROUP, group),
      conditions: group.conditions.map(condition),
    }),
    toggle: (toggle) => ({ ...pickFields(TOGGLE, toggle), archived: toggle.archived }),
    experiment: ({ envId, toggleName, status, salt, buckets, rules }) => ({
      environment: nameIn(environmentNames, envId),
      toggle: toggleName,
      status,
      salt,
      buckets,
      rules: rules.map((rule) => namedRule(rule, names)),
    }),
    metric: (metric) => pickFields(METRIC, metric),
  };
}

function namesOf(things: readonly { readonly id: string; readonly name: string }[]) {
  return new Map(things.map(({ id, name }) => [id, name]));
}

/** Foreign keys keep the named rows, so there is no id without a name. */
function nameIn(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`nothing has the id ${id}`);
  return name;
}
