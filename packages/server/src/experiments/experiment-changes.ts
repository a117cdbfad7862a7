import { namedRule, type RuleNames } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import { telling } from '../platform/nouns/noun.ts';
import type { StoredExperiment } from './experiment-repository.ts';

/** The environment of the experiment, and the names of what its rules use. */
interface Telling {
  readonly environment: EnvironmentScope;
  readonly names: RuleNames;
}

const told = telling({
  type: 'experiment',
  named: 'toggleName',
  recorded: ({ toggleName, status, rules }: StoredExperiment, { names }: Telling) => ({
    toggle: toggleName,
    status,
    rules: rules.map((rule) => namedRule(rule, names)),
  }),
  environmentOf: ({ environment }) => environment,
});

/** The changes of an experiment that go to the audit log. */
export const { created: experimentCreated, deleted: experimentDeleted } = told;

export function experimentEdited(
  before: StoredExperiment,
  after: StoredExperiment,
  where: Telling,
): Change {
  const change = told.edited(before, after, where);
  if (after.salt === before.salt) return change;
  // Never the salt itself: with it, anybody could tell which value a user gets.
  return { ...change, after: { ...change.after, rerandomised: true } } as Change<'experiment'>;
}

export function statusChanged(
  before: StoredExperiment,
  after: StoredExperiment,
  environment: EnvironmentScope,
): Change<'experiment'> {
  return {
    action: after.status === 'PAUSED' ? 'PAUSED' : 'RESTARTED',
    type: 'experiment',
    id: after.id,
    name: after.toggleName,
    before: { status: before.status },
    after: { status: after.status },
    environment,
  };
}
