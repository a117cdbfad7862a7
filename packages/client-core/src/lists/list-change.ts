import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { finished } from '../finished.ts';
import type { ListAnswer } from './held-list.ts';
import { bytesOfHex } from './list-answer.ts';
import { readListRecords } from './list-records.ts';

/** The few parts of a list that changed after the version `from`, as a stream sends them in JSON. */
export interface ListChange {
  readonly id: string;
  readonly from: number;
  readonly version: number;
  readonly count: number;
  /** In hex digits. */
  readonly key: string;
  /** As `writeListRecords` writes them, in base64. */
  readonly records: string;
}

/** Reads such a change; undefined for a text that is none. */
export function listChangeIn(text: string) {
  try {
    const { id, from, version, count, key, records }: ListChange = JSON.parse(text);
    const bytes = Uint8Array.from(atob(records), (byte) => byte.charCodeAt(0));
    const read = finished(readListRecords(bytes));
    const hash = listKeyOf(bytesOfHex(key) ?? new Uint8Array());
    if (read === undefined || !Number.isSafeInteger(version)) return undefined;
    const answer: ListAnswer = { version, count, key: hash, isFull: false, records: read };
    return { id, from, answer };
  } catch {
    return undefined;
  }
}
