import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';
import type { Logger } from '../logger.ts';
import type { KeptSnapshot } from './snapshot-keeper.ts';

export interface FirstSnapshot {
  readonly snapshot: Snapshot;
  /** Undefined for a bootstrap, as is `fetchedAt`: its age is unknown. */
  readonly entityTag?: string | undefined;
  readonly fetchedAt?: Date | undefined;
}

interface Sources {
  readonly kept: KeptSnapshot | undefined;
  readonly bootstrap: object | undefined;
}

/** The newer one of the kept snapshot and the bootstrap; undefined when neither exists or is usable. */
export function firstSnapshot(
  { kept, bootstrap }: Sources,
  logger: Logger,
): FirstSnapshot | undefined {
  if (bootstrap === undefined) return kept;
  const snapshot = readSnapshot(bootstrap);
  if (snapshot === undefined) {
    logger.warn('Comporta: the bootstrap is not a snapshot and is ignored');
    return kept;
  }
  const isOlder = kept !== undefined && snapshot.revision <= kept.snapshot.revision;
  return isOlder ? kept : { snapshot };
}
