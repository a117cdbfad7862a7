import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';
import type { Logger } from './logger.ts';
import { type KeptSnapshot, readSnapshotFile } from './node/snapshot-file.ts';

export interface FirstSnapshot {
  readonly snapshot: Snapshot;
  /** Undefined for a bootstrap: nobody knows how old it is. */
  readonly entityTag?: string | undefined;
  readonly fetchedAt?: Date | undefined;
}

interface Sources {
  readonly key: string;
  readonly file?: string | undefined;
  readonly bootstrap?: object | undefined;
}

/** The newer of file and bootstrap; undefined when there is neither, or none that can be used. */
export function firstSnapshot(
  { key, file, bootstrap }: Sources,
  logger: Logger,
): FirstSnapshot | undefined {
  const stored = file === undefined ? undefined : readStored(file, key, logger);
  if (bootstrap === undefined) return stored;
  const snapshot = readSnapshot(bootstrap);
  if (snapshot === undefined) {
    logger.warn('Comporta: the bootstrap is no snapshot and is ignored');
    return stored;
  }
  const isOlder = stored !== undefined && snapshot.revision <= stored.snapshot.revision;
  return isOlder ? stored : { snapshot };
}

function readStored(file: string, key: string, logger: Logger): KeptSnapshot | undefined {
  const stored = readSnapshotFile(file, key);
  switch (stored) {
    case 'ABSENT':
      return undefined;
    case 'DAMAGED':
      logger.warn(`Comporta: ${file} is damaged and is ignored`);
      return undefined;
    case 'OF_ANOTHER_KEY':
      logger.warn(`Comporta: ${file} is of another key and is ignored`);
      return undefined;
    default:
      return stored;
  }
}
