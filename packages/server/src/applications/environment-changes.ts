import type { Environment, EnvironmentValue } from '@comporta/contract/applications/application';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';

export interface EnvironmentChanges {
  /** The environments as they will be, in their order: those that stay keep their ids. */
  readonly next: readonly Environment[];
  readonly removed: readonly Environment[];
}

/**
 * What a list of environments does to those that are stored. One without id but with the name of one
 * that the list does not claim is that environment.
 */
export function environmentChanges(
  stored: readonly Environment[],
  wanted: readonly EnvironmentValue[],
): EnvironmentChanges {
  const claimed = new Set(wanted.map(({ id }) => id));
  const next = wanted.map(({ id, name, production, countBulkAsExposure }) => {
    const known =
      id === undefined
        ? stored.find((environment) => environment.name === name && !claimed.has(environment.id))
        : stored.find((environment) => environment.id === id);
    // Somebody else removed it meanwhile, or it was never this application's: the answer is the same.
    if (known === undefined && id !== undefined) throw new Rejection('NOT_FOUND');
    return {
      id: known?.id ?? newId(),
      name,
      hasKey: known?.hasKey ?? false,
      production: production === undefined ? (known?.production ?? null) : production,
      countBulkAsExposure: countBulkAsExposure ?? known?.countBulkAsExposure ?? false,
    };
  });
  const kept = new Set(next.map(({ id }) => id));
  return { next, removed: stored.filter(({ id }) => !kept.has(id)) };
}
