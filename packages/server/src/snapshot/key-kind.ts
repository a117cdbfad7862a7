import type { EnvironmentHead } from './snapshot-repository.ts';

/** An environment key is on its owner's servers; a client key is public. */
export const KEY_KINDS = ['ENVIRONMENT_KEY', 'CLIENT_KEY'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The hash of the environment's key of this kind; null while there is none. */
export function keyHashOf(
  { keyHash, clients }: Pick<EnvironmentHead, 'keyHash' | 'clients'>,
  kind: KeyKind,
): string | null {
  return kind === 'ENVIRONMENT_KEY' ? keyHash : (clients?.keyHash ?? null);
}
