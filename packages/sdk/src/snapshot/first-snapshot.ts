import { finished } from '@comporta/client-core/finished';
import { type ParsedSnapshot, readSent } from '@comporta/client-core/read-understood';
import type { Logger } from '../logger.ts';
import type { KeptSnapshot } from './snapshot-keeper.ts';

export interface FirstSnapshot extends ParsedSnapshot {
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
  const parsed = finished(readSent(bootstrap));
  if (parsed === undefined) {
    logger.warn('Comporta: the bootstrap is not a snapshot and is ignored');
    return kept;
  }
  const isOlder = kept !== undefined && parsed.snapshot.revision <= kept.snapshot.revision;
  return isOlder ? kept : parsed;
}
