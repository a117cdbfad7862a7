import { ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { experimentCreated } from './experiment-changes.ts';
import { insertExperiment, type StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';
import { requireSoundDependencies } from './require-sound-dependencies.ts';
import { writeUsages } from './usage-repository.ts';

/** Adds an experiment to an environment, and records it. */
export async function addExperiment(
  call: Write<'environment'>,
  added: StoredExperiment,
  references: NamedReferences,
): Promise<StoredExperiment> {
  const { experiment, change } = await putExperiment(call, added, references);
  await recordChange(call, change);
  return experiment;
}

/** Rejects with TOGGLE_ARCHIVED: lists hide an archived toggle, and its rules would go on serving users. Source: FAIR-61. */
export function requireLivingToggle(
  { toggles }: NamedReferences,
  toggleId: string,
  at?: readonly string[],
): void {
  const toggle = toggles.find(({ id }) => id === toggleId);
  if (toggle?.archived) throw new Rejection('TOGGLE_ARCHIVED', at && { at });
}

/** Returns the stored experiment, and the change, which the caller has to record. Rejects with TOGGLE_ARCHIVED. */
export async function putExperiment(
  { sql, environment }: Write<'environment'>,
  added: StoredExperiment,
  references: NamedReferences,
): Promise<{ readonly experiment: StoredExperiment; readonly change: Change }> {
  requireLivingToggle(references, added.toggleId);
  const experiment = await insertExperiment(sql, added);
  await writeUsages(sql, [experiment]);
  await requireSoundDependencies(sql, experiment, []);
  const telling = { environment, names: ruleNamesOf(references) };
  return { experiment, change: experimentCreated(experiment, telling) };
}
