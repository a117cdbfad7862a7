import type { Usage } from '@comporta/contract/usage';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { experimentsDependingOn, experimentsOfToggle } from './toggle-repository.ts';

interface Identified {
  readonly id: string;
}

/** Rejects while an experiment uses the toggle, and says which. The foreign keys would only refuse a delete. */
export async function requireNoExperiments(sql: Sql, toggle: Identified): Promise<void> {
  await requireOnlyExperiments(sql, toggle, new Set());
}

/** The same but for those of its own experiments with one of these ids, which it returns. */
export async function requireOnlyExperiments(
  sql: Sql,
  { id }: Identified,
  allowed: ReadonlySet<string>,
): Promise<readonly Usage[]> {
  const experiments = await experimentsOfToggle(sql, id);
  const others = experiments.filter((experiment) => !allowed.has(experiment.id));
  if (others.length > 0) throw new Rejection('EXPERIMENT_EXISTS', { items: others });
  const depending = await experimentsDependingOn(sql, id);
  if (depending.length > 0) {
    throw new Rejection('EXPERIMENT_DEPENDENCY_EXISTS', { items: depending });
  }
  return experiments;
}
