import { hashOf, readSealedFile, writeSealedFile } from '@comporta/client-core/node/sealed-file';
import { parseSnapshot } from '@comporta/client-core/parse-snapshot';
import type { KeptSnapshot } from '../snapshot/snapshot-keeper.ts';

const FORMAT = 'comporta-snapshot-1';

interface Origin {
  /** Hash of the key that fetched the snapshot: values of another environment must never be served. */
  readonly keyHash: string;
  readonly entityTag?: string | undefined;
  readonly fetchedAt: string;
}

export type SnapshotFile = KeptSnapshot | 'ABSENT' | 'DAMAGED' | 'OF_ANOTHER_KEY';

export function readSnapshotFile(file: string, key: string): SnapshotFile {
  const text = readSealedFile(file, FORMAT);
  if (typeof text === 'string') return text;
  // The checksum matched, so this was written by `writeSnapshotFile`.
  const { keyHash, entityTag, fetchedAt }: Origin = JSON.parse(text.origin);
  if (keyHash !== hashOf(key)) return 'OF_ANOTHER_KEY';
  const parsed = parseSnapshot(text.json);
  if (parsed === undefined) return 'DAMAGED';
  return { ...parsed, entityTag, fetchedAt: new Date(fetchedAt) };
}

export function writeSnapshotFile(
  file: string,
  key: string,
  { sent, entityTag, fetchedAt }: KeptSnapshot,
): Promise<void> {
  const keyHash = hashOf(key);
  const origin: Origin = { keyHash, entityTag, fetchedAt: fetchedAt.toISOString() };
  return writeSealedFile(file, FORMAT, { origin: JSON.stringify(origin), value: sent });
}
