import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { experimentsDependingOn, experimentsOfToggle } from './toggle-repository.ts';

/** Rejects while an experiment uses the toggle, and says which. The foreign keys would only refuse a delete. */
export async function requireNoExperiments(
  sql: Sql,
  { id }: { readonly id: string },
): Promise<void> {
  const experiments = await experimentsOfToggle(sql, id);
  if (experiments.length > 0) {
    throw new Rejection('EXPERIMENT_EXISTS', { items: experiments });
  }
  const depending = await experimentsDependingOn(sql, id);
  if (depending.length > 0) {
    throw new Rejection('EXPERIMENT_DEPENDENCY_EXISTS', { items: depending });
  }
}
