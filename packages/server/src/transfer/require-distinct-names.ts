import type { ErrorCode } from '@comporta/contract/errors';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { Rejection } from '../platform/base/rejection.ts';
import type { Alike } from './name-folding-repository.ts';

interface Named {
  readonly type: string;
  readonly name: string;
  readonly environment?: string;
}

/** Rejects two entities with the same name: the second would silently win. Most names must differ by more than case. */
export function requireDistinctNames(document: ApplicationDocument, alike: Alike): void {
  const { environments, environmentSettings = [], metrics = [] } = document;
  const { properties, targetGroups, toggles, experiments } = document;
  requireDistinct(
    'DUPLICATE_ENVIRONMENT',
    environments.map((name) => ({ type: 'environment', name })),
  );
  requireDistinct(
    'DUPLICATE_ENVIRONMENT',
    environmentSettings.map(({ name }) => ({ type: 'environment', name })),
  );
  requireDistinct(
    'DUPLICATE_KEY',
    properties.map(({ key }) => ({ type: 'property', name: key })),
    alike,
  );
  requireDistinct(
    'DUPLICATE_NAME',
    targetGroups.map(({ name }) => ({ type: 'targetGroup', name })),
    alike,
  );
  requireDistinct(
    'DUPLICATE_NAME',
    toggles.map(({ name }) => ({ type: 'toggle', name })),
    alike,
  );
  requireDistinct(
    'TOGGLE_HAS_EXPERIMENT',
    experiments.map(({ toggle, environment }) => ({
      type: 'experiment',
      name: toggle,
      environment,
    })),
    alike,
  );
  requireDistinct(
    'DUPLICATE_KEY',
    metrics.map(({ key }) => ({ type: 'metric', name: key })),
    alike,
  );
}

const exactly: Alike = (name) => name;

function requireDistinct(
  code: ErrorCode,
  entities: readonly Named[],
  alike: Alike = exactly,
): void {
  const seen = new Set<string>();
  for (const at of entities) {
    const key = `${at.environment ?? ''}\n${alike(at.name)}`;
    if (seen.has(key)) throw new Rejection(code, { at });
    seen.add(key);
  }
}
