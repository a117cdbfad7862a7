import type { ErrorCode } from '@comporta/contract/errors';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { Rejection } from '../platform/base/rejection.ts';

interface Named {
  readonly type: string;
  readonly name: string;
  readonly environment?: string;
}

/** Rejects two entities with the same name: the second would silently win. Most names must differ by more than case. */
export function requireDistinctNames(document: ApplicationDocument): void {
  const { environments, properties, targetGroups, toggles, experiments, metrics = [] } = document;
  requireDistinct(
    'DUPLICATE_ENVIRONMENT',
    environments.map((name) => ({ type: 'environment', name })),
  );
  requireDistinct(
    'DUPLICATE_KEY',
    properties.map(({ key }) => ({ type: 'property', name: key })),
    withoutCase,
  );
  requireDistinct(
    'DUPLICATE_NAME',
    targetGroups.map(({ name }) => ({ type: 'targetGroup', name })),
    withoutCase,
  );
  requireDistinct(
    'DUPLICATE_NAME',
    toggles.map(({ name }) => ({ type: 'toggle', name })),
    withoutCase,
  );
  requireDistinct(
    'TOGGLE_HAS_EXPERIMENT',
    experiments.map(({ toggle, environment }) => ({
      type: 'experiment',
      name: toggle,
      environment,
    })),
  );
  requireDistinct(
    'DUPLICATE_KEY',
    metrics.map(({ key }) => ({ type: 'metric', name: key })),
    withoutCase,
  );
}

function withoutCase({ name }: Named): string {
  return name.trim().toLowerCase();
}

function exactly({ name, environment = '' }: Named): string {
  return `${environment}\n${name}`;
}

function requireDistinct(
  code: ErrorCode,
  entities: readonly Named[],
  keyOf: (entity: Named) => string = exactly,
): void {
  const seen = new Set<string>();
  for (const at of entities) {
    const key = keyOf(at);
    if (seen.has(key)) throw new Rejection(code, { at });
    seen.add(key);
  }
}
