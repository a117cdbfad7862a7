import type { Usage } from '@comporta/contract/usage';
import type { EntityRules } from './entity-rules.ts';
import type { StoredExperiment, StoredTargetGroup } from './stored-entities.ts';

/** The experiments that use each entity after an import; the keys are ids. */
export interface Uses {
  readonly ofToggle: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly asDependency: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly ofTargetGroup: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly ofProperty: ReadonlyMap<string, readonly StoredExperiment[]>;
}

export function usesIn(
  { experiments: rules }: EntityRules,
  experiments: readonly StoredExperiment[],
): Uses {
  const uses = {
    ofToggle: new Map<string, StoredExperiment[]>(),
    asDependency: new Map<string, StoredExperiment[]>(),
    ofTargetGroup: new Map<string, StoredExperiment[]>(),
    ofProperty: new Map<string, StoredExperiment[]>(),
  };
  for (const experiment of experiments) {
    const named = rules.namedIds(experiment.toggleId, experiment.rules);
    note(uses.ofToggle, [experiment.toggleId], experiment);
    note(uses.asDependency, named.dependencies, experiment);
    note(uses.ofTargetGroup, named.targetGroups, experiment);
    note(uses.ofProperty, named.properties, experiment);
  }
  return uses;
}

function note<User>(users: Map<string, User[]>, ids: Iterable<string>, user: User): void {
  for (const id of ids) {
    const known = users.get(id);
    if (known === undefined) users.set(id, [user]);
    else known.push(user);
  }
}

/** The groups whose conditions use a property, by its id. */
export function groupsByProperty(
  groups: readonly StoredTargetGroup[],
): ReadonlyMap<string, readonly StoredTargetGroup[]> {
  const users = new Map<string, StoredTargetGroup[]>();
  for (const group of groups) {
    note(users, new Set(group.conditions.map(({ propertyId }) => propertyId)), group);
  }
  return users;
}

export type User = StoredExperiment | StoredTargetGroup;

/** The form in which rejections list a user of an entity. */
export function usageOf(user: User): Usage {
  return 'toggleName' in user
    ? { type: 'experiment', id: user.id, name: user.toggleName, envId: user.envId }
    : { type: 'targetGroup', id: user.id, name: user.name };
}
