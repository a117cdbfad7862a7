import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { experimentsDependingOn, experimentsOfToggle } from './toggle-repository.ts';

/** The foreign keys would refuse a delete as well, but could not say where the toggle is used. */
export async function requireNoExperiments(sql: Sql, toggleId: string): Promise<void> {
  const experiments = await experimentsOfToggle(sql, toggleId);
  if (experiments.length > 0) {
    throw new Rejection('EXPERIMENT_EXISTS', { items: experiments });
  }
  const depending = await experimentsDependingOn(sql, toggleId);
  if (depending.length > 0) {
    throw new Rejection('EXPERIMENT_DEPENDENCY_EXISTS', { items: depending });
  }
}
