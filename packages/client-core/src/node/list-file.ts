import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { finished } from '../finished.ts';
import { answerSince, type HeldList, listAfter } from '../lists/held-list.ts';
import { bytesOfHex, hexOfKey } from '../lists/list-answer.ts';
import { readListRecords, writeListRecords } from '../lists/list-records.ts';

const FORMAT = 'comporta-list-1';
const LINE_END = 0x0a;

/** The first line of the file; the records of all parts follow, as they are sent. */
interface Head {
  readonly format: string;
  /** Of the records, in hex digits. */
  readonly sha256: string;
  readonly version: number;
  readonly count: number;
  readonly key: string;
}

/** Undefined when there is no such file, or it is damaged: then the list is fetched again. */
export function readListFile(file: string): HeldList | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(LINE_END);
    const { format, sha256, version, count, key }: Head = JSON.parse(
      bytes.toString('utf8', 0, end),
    );
    const records = bytes.subarray(end + 1);
    const keyBytes = bytesOfHex(key);
    if (format !== FORMAT || sha256 !== hashOf(records) || keyBytes === undefined) return undefined;
    const read = finished(readListRecords(records));
    const answer = read && {
      version,
      count,
      key: listKeyOf(keyBytes),
      isFull: true,
      records: read,
    };
    return answer && listAfter(undefined, answer);
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, as that of a snapshot. */
export async function writeListFile(file: string, list: HeldList): Promise<void> {
  const records = writeListRecords(answerSince(list, undefined).records);
  const { version, count, key } = list;
  const sha256 = hashOf(records);
  const head: Head = { format: FORMAT, sha256, version, count, key: hexOfKey(key) };
  // Several processes may share the file, so each write has its own temporary file.
  const aside = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    // Readable by its owner only: whoever has it can test which ids are in the list.
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.write(`${JSON.stringify(head)}\n`);
      await handle.write(records);
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

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
