import type { ErrorCode } from '@comporta/contract/errors';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import type { Usage } from '@comporta/contract/usage';
import { usesList } from '@comporta/engine/vocabulary';
import { Rejection } from '../platform/base/rejection.ts';
import type { User, Uses } from './document-part.ts';
import type { EntityRules } from './entity-rules.ts';
import { about } from './import-plan.ts';
import type { StoredExperiment, StoredTargetGroup } from './stored-entities.ts';

interface After {
  readonly experiments: readonly StoredExperiment[];
  /** Those that are not deleted. */
  readonly targetGroups: readonly StoredTargetGroup[];
  readonly ofMetric: Uses['ofMetric'];
}

export function usesIn(
  { experiments: rules }: EntityRules,
  { experiments, targetGroups, ofMetric }: After,
): Uses {
  const uses = {
    ofToggle: new Map<string, StoredExperiment[]>(),
    asDependency: new Map<string, StoredExperiment[]>(),
    ofTargetGroup: new Map<string, StoredExperiment[]>(),
    ofProperty: new Map<string, StoredExperiment[]>(),
    ofPropertyInGroups: new Map<string, StoredTargetGroup[]>(),
    ofIdList: new Map<string, (StoredTargetGroup | StoredExperiment)[]>(),
    ofMetric,
  };
  for (const experiment of experiments) {
    const named = rules.namedIds(experiment.toggleId, experiment.rules);
    note(uses.ofToggle, [experiment.toggleId], experiment);
    note(uses.asDependency, named.dependencies, experiment);
    note(uses.ofTargetGroup, named.targetGroups, experiment);
    note(uses.ofProperty, named.properties, experiment);
    note(uses.ofIdList, named.idLists, experiment);
  }
  for (const group of targetGroups) {
    const named = new Set(group.conditions.map(({ propertyId }) => propertyId));
    note(uses.ofPropertyInGroups, named, group);
    const naming = group.conditions.filter(({ expression }) => usesList(expression));
    note(uses.ofIdList, new Set(naming.map(({ term }) => term)), group);
  }
  return uses;
}

function note<One>(users: Map<string, One[]>, ids: Iterable<string>, user: One): void {
  for (const id of ids) {
    const known = users.get(id);
    if (known === undefined) users.set(id, [user]);
    else known.push(user);
  }
}

/** The form in which rejections list a user of an entity. */
export function usageOf(user: User): Usage {
  return 'toggleName' in user
    ? { type: 'experiment', id: user.id, name: user.toggleName, envId: user.envId }
    : { type: 'targetGroup', id: user.id, name: user.name };
}

/** Rejects a change of an entity, with `code`, while others use it. */
export function requireUnusedBy(
  what: ImportChange,
  code: ErrorCode,
  users: readonly User[] = [],
): void {
  if (users.length === 0) return;
  about(what, () => {
    throw new Rejection(code, { items: users.map(usageOf) });
  });
}
