import {
  conditionsOfRules,
  exceedsRegexLimit,
  isRegex,
  regexKey,
} from '@comporta/contract/conditions/regex-limit';
import type { Condition } from '@comporta/engine/snapshot';
import { tooManyRegexes } from '../conditions/enforce-regex-limit.ts';
import { about, type Planning } from './import-plan.ts';
import type { StoredExperiment, StoredTargetGroup } from './stored-entities.ts';

interface Asking {
  readonly targetGroups: readonly StoredTargetGroup[];
  readonly experiments: readonly StoredExperiment[];
}

/** Rejects regular expressions that the document adds when all of the application together exceed the limit. */
export function requireFewRegexes({ stored, plan }: Planning, after: Asking): void {
  const known = new Set([...conditionsOf(stored)].filter(isRegex).map(regexKey));
  const addsOne = (conditions: readonly Condition[]) =>
    conditions.some((condition) => isRegex(condition) && !known.has(regexKey(condition)));
  const group = plan.written.targetGroups.find(({ conditions }) => addsOne(conditions));
  const experiment = plan.written.experiments.find((one) => addsOne(askedBy(one)));
  if (group === undefined && experiment === undefined) return;

  const removed = new Set(plan.removed.targetGroups);
  const targetGroups = after.targetGroups.filter(({ id }) => !removed.has(id));
  if (!exceedsRegexLimit(conditionsOf({ ...after, targetGroups }))) return;
  const name = group?.name ?? experiment?.toggleName ?? '';
  const type = group === undefined ? 'experiment' : 'targetGroup';
  about({ action: 'UPDATE', type, name }, () => {
    throw tooManyRegexes({});
  });
}

function* conditionsOf({ targetGroups, experiments }: Asking): Generator<Condition> {
  for (const { conditions } of targetGroups) yield* conditions;
  for (const experiment of experiments) yield* askedBy(experiment);
}

function askedBy({ rules }: StoredExperiment): Condition[] {
  return conditionsOfRules(rules).map(({ condition }) => condition);
}
