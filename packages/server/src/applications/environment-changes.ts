import type { Environment, EnvironmentValue } from '@comporta/contract/applications/application';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';

export interface EnvironmentChanges {
  /** The environments after the change, in their order; those that stay keep their ids. */
  readonly next: readonly Environment[];
  readonly removed: readonly Environment[];
}

/**
 * How a list of environments changes the stored ones. An item without an id matches the stored environment of the
 * same name, unless another item has that environment's id. Rejects with NOT_FOUND when an id is not stored.
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
    // The answer is the same whether another user removed it meanwhile or it never was in this application.
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
