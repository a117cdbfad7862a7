import type {
  NamedCondition,
  UnnamedCondition,
} from '@comporta/contract/conditions/named-condition';
import { namedRule } from '@comporta/contract/experiments/named-rule';
import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import { UID, usesList } from '@comporta/engine/vocabulary';
import type { NamedThings, StoredEnvironment, StoredExperiment } from './stored-entities.ts';

/** Converts what names others to its form in a document, with names in place of ids. */
export interface DocumentWords {
  condition(condition: UnnamedCondition): NamedCondition;
  experiment(experiment: StoredExperiment): DocumentExperiment;
}

export function documentWords(
  { properties, targetGroups, toggles, idLists }: NamedThings,
  environments: readonly StoredEnvironment[],
): DocumentWords {
  const keys = new Map(properties.map(({ id, key }) => [id, key])).set(UID, UID);
  const groupNames = namesOf(targetGroups);
  const toggleNames = namesOf(toggles);
  const listNames = namesOf(idLists);
  const environmentNames = namesOf(environments);
  const condition = ({ propertyId, expression, term }: UnnamedCondition) => ({
    property: nameIn(keys, propertyId),
    expression,
    term: usesList(expression) ? (listNames.get(term) ?? '') : term,
  });
  const names = {
    condition,
    property: (id: string) => nameIn(keys, id),
    targetGroup: (id: string) => nameIn(groupNames, id),
    toggle: (id: string) => nameIn(toggleNames, id),
  };
  return {
    condition,
    experiment: ({ envId, toggleName, status, salt, buckets, rules }) => ({
      environment: nameIn(environmentNames, envId),
      toggle: toggleName,
      status,
      salt,
      buckets,
      rules: rules.map((rule) => namedRule(rule, names)),
    }),
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
