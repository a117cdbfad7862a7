import {
  checkExperiment,
  type ExperimentDraft,
  type ExperimentValue,
} from '@comporta/contract/experiments/experiment';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion } from '../platform/base/versions.ts';
import { type EnvironmentScope, idFor } from '../platform/callers/application-scope.ts';
import type { Writer } from '../platform/http/write.ts';
import { withFields } from '../platform/nouns/noun.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';
import { requireDistinctRules } from './require-distinct-rules.ts';
import { withRuleIds } from './with-rule-ids.ts';

type InEnvironment = Writer & { readonly environment: EnvironmentScope };

/** What decides which value a split gives to which user. */
export type Drawn = Pick<StoredExperiment, 'salt' | 'buckets'>;

/** The new experiment that a draft describes; `references` are the things that it may refer to. */
export function newExperiment(
  writer: InEnvironment,
  draft: ExperimentDraft,
  {
    references,
    drawn: { salt, buckets },
  }: { readonly references: NamedReferences; readonly drawn: Drawn },
): StoredExperiment {
  const value = checkedExperiment(draft, references);
  // The check would have refused an unknown toggle.
  const toggle = orNotFound(references.toggles.find(({ id }) => id === value.toggleId));
  return placedExperiment(writer, { ...value, salt, buckets, toggleName: toggle.name });
}

/** A new experiment with the same rules in this environment; it is active, and its rules have new ids. */
export function placedExperiment(
  { actor, application, environment }: InEnvironment,
  { toggleId, toggleName, rules, salt, buckets }: PlacedExperiment,
): StoredExperiment {
  return {
    toggleId,
    toggleName,
    rules: withRuleIds(rules, [], application.drawn?.ruleIds),
    salt,
    buckets,
    id: idFor(application),
    appId: application.id,
    envId: environment.id,
    status: 'ACTIVE',
    ...firstVersion(actor),
  };
}

type PlacedExperiment = ExperimentValue & Drawn & Pick<StoredExperiment, 'toggleName'>;

/** The experiment with the draft applied; the same object when nothing changes. */
export function editedExperiment(
  writer: Writer & { readonly references: NamedReferences },
  before: StoredExperiment,
  draft: ExperimentDraft,
): StoredExperiment {
  if (draft.toggleId !== before.toggleId) {
    throw new Rejection('TOGGLE_LOCKED', { at: ['toggleId'] });
  }
  const value = checkedExperiment(draft, writer.references);
  const rules = withRuleIds(value.rules, before.rules, writer.application.drawn?.ruleIds);
  return withFields(writer, before, { ...value, rules });
}

export function withStatus(
  writer: Writer,
  before: StoredExperiment,
  status: ExperimentStatus,
): StoredExperiment {
  return before.status === status ? before : withFields(writer, before, { status });
}

function checkedExperiment(draft: ExperimentDraft, references: NamedReferences): ExperimentValue {
  const value = valueOrReject(checkExperiment(draft, references));
  requireDistinctRules(value.rules);
  return value;
}
