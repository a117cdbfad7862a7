import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '@comporta/engine/snapshot';
import { parseSnapshot } from './parse-snapshot.ts';

/** A snapshot as it came from the service. */
export interface FetchedSnapshot {
  readonly snapshot: Snapshot;
  readonly json: string;
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

/** The first line of a file says the format and the checksum of all that follows. */
const FORMAT = 'comporta-snapshot-1';

/** The second line; the rest is the snapshot. */
interface Origin {
  /** Of the key it was fetched with: values of another environment must never be served. */
  readonly keyHash: string;
  readonly entityTag?: string | undefined;
  readonly fetchedAt: string;
}

export type SnapshotFile = FetchedSnapshot | 'ABSENT' | 'DAMAGED' | 'OF_ANOTHER_KEY';

export function readSnapshotFile(file: string, key: string): SnapshotFile {
  const text = readText(file);
  if (text === undefined) return 'ABSENT';
  const [seal, contents] = splitLine(text);
  if (seal !== sealOf(contents)) return 'DAMAGED';
  const [line, json] = splitLine(contents);
  // Sealed, so it is what the function below wrote.
  const { keyHash, entityTag, fetchedAt }: Origin = JSON.parse(line);
  if (keyHash !== hash(key)) return 'OF_ANOTHER_KEY';
  const snapshot = parseSnapshot(json);
  if (snapshot === undefined) return 'DAMAGED';
  return { snapshot, json, entityTag, fetchedAt: new Date(fetchedAt) };
}

/** Whatever keeps a file from being read, the client has to start without it. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function splitLine(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

function sealOf(contents: string): string {
  return `${FORMAT} ${hash(contents)}`;
}

/**
 * Whoever reads the file sees the old snapshot or the new one, never a part: it is written aside,
 * brought to the disk and renamed.
 */
export async function writeSnapshotFile(
  file: string,
  key: string,
  { json, entityTag, fetchedAt }: FetchedSnapshot,
): Promise<void> {
  const origin: Origin = { keyHash: hash(key), entityTag, fetchedAt: fetchedAt.toISOString() };
  const contents = `${JSON.stringify(origin)}\n${json}`;
  // Several processes may share the file.
  const aside = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    // For its owner only: terms of target groups may name people.
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.writeFile(`${sealOf(contents)}\n${contents}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
