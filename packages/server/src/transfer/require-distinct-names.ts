import type { ErrorCode } from '@comporta/contract/errors';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { Rejection } from '../platform/base/rejection.ts';
import { nameIn } from '../platform/nouns/noun.ts';
import type { DocumentPart } from './document-part.ts';
import type { Alike } from './name-folding-repository.ts';

interface Named {
  readonly type: string;
  readonly name: string;
  readonly environment?: string;
}

/** Rejects two entities with the same name: the second would silently win. Most names must differ by more than case. */
export function requireDistinctNames(
  document: ApplicationDocument,
  alike: Alike,
  parts: readonly DocumentPart[],
): void {
  const environments = document.environments.map((name) => ({ type: 'environment', name }));
  requireDistinct('DUPLICATE_ENVIRONMENT', environments);
  const settings = (document.environmentSettings ?? []).map(({ name }) => ({
    type: 'environment',
    name,
  }));
  requireDistinct('DUPLICATE_ENVIRONMENT', settings);
  for (const {
    list,
    noun: { type, named },
  } of parts) {
    const code = named === 'key' ? 'DUPLICATE_KEY' : 'DUPLICATE_NAME';
    const all: readonly object[] = document[list] ?? [];
    requireDistinct(
      code,
      all.map((one) => ({ type, name: nameIn(one, named) })),
      alike,
    );
  }
  const experiments = document.experiments.map(({ toggle: name, environment }) => ({
    type: 'experiment',
    name,
    environment,
  }));
  requireDistinct('TOGGLE_HAS_EXPERIMENT', experiments, alike);
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
