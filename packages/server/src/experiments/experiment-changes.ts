import { conditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { namedRule, type RuleNames } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import type { EnvironmentScope } from '../platform/identity/application-scope.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';

/** The changes of an experiment that go to the audit log. */

/** The environment of the experiment, and the names of what its rules use. */
interface Telling {
  readonly environment: EnvironmentScope;
  readonly names: RuleNames;
}

export function experimentCreated(
  experiment: StoredExperiment,
  { environment, names }: Telling,
): Change<'experiment'> {
  return {
    action: 'CREATED',
    ...named(experiment),
    after: recorded(experiment, names),
    environment,
  };
}

export function experimentEdited(
  before: StoredExperiment,
  after: StoredExperiment,
  { environment, names }: Telling,
): Change<'experiment'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: recorded(before, names),
    after: {
      ...recorded(after, names),
      // Never the salt itself: with it, anybody could tell which value a user gets.
      ...(after.salt !== before.salt && { rerandomised: true }),
    },
    environment,
  };
}

export function experimentDeleted(
  experiment: StoredExperiment,
  { environment, names }: Telling,
): Change<'experiment'> {
  return {
    action: 'DELETED',
    ...named(experiment),
    before: recorded(experiment, names),
    environment,
  };
}

export function statusChanged(
  before: StoredExperiment,
  after: StoredExperiment,
  environment: EnvironmentScope,
): Change<'experiment'> {
  return {
    action: after.status === 'PAUSED' ? 'PAUSED' : 'RESTARTED',
    ...named(after),
    before: { status: before.status },
    after: { status: after.status },
    environment,
  };
}

function named({ id, toggleName }: StoredExperiment) {
  return { type: 'experiment', id, name: toggleName } as const;
}

function recorded({ toggleName, status, rules }: StoredExperiment, names: RuleNames) {
  return { toggle: toggleName, status, rules: rules.map((rule) => namedRule(rule, names)) };
}

/** Looks up the names of referenced things; an id without a thing stands for itself. */
export function ruleNamesOf(references: NamedReferences): RuleNames {
  const properties = conditionProperties(references.properties);
  const toggleNames = namesById(references.toggles);
  const groupNames = namesById(references.targetGroups);
  return {
    condition: (condition) => namedCondition(condition, properties),
    targetGroup: (id) => groupNames.get(id) ?? id,
    toggle: (id) => toggleNames.get(id) ?? id,
  };
}

function namesById(
  things: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}
