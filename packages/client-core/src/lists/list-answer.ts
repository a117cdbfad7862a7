import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { pause } from '../pause.ts';
import type { ListAnswer } from './held-list.ts';
import { readListRecords } from './list-records.ts';

/** Headers of an answer about a list; its ETag is the version in quotes. Source: LIF-50. */
export const LIST_COUNT_HEADER = 'comporta-list-count';
/** The key of the application's lists, in hex digits. */
export const LIST_KEY_HEADER = 'comporta-list-key';
/** `1` where these are all parts. */
export const LIST_FULL_HEADER = 'comporta-list-full';

/** Reading so many parts of a list of a million takes less than a millisecond. */
const PARTS_A_TURN = 64;

/** Undefined when it is no answer about a list. */
export async function readListAnswer(
  headers: Pick<Headers, 'get'>,
  bytes: Uint8Array,
  closing: AbortSignal,
): Promise<ListAnswer | undefined> {
  const version = wholeNumberIn(/^"(\d{1,15})"$/.exec(headers.get('etag') ?? '')?.[1]);
  const count = wholeNumberIn(headers.get(LIST_COUNT_HEADER));
  const key = bytesOfHex(headers.get(LIST_KEY_HEADER) ?? '');
  if (version === undefined || count === undefined || key?.length !== 16) return undefined;
  const steps = readListRecords(bytes);
  for (let turn = 1; ; turn++) {
    const step = steps.next();
    if (step.done === true) {
      const isFull = headers.get(LIST_FULL_HEADER) === '1';
      return step.value && { version, count, key: listKeyOf(key), isFull, records: step.value };
    }
    if (turn % PARTS_A_TURN === 0) await pause(0, closing);
  }
}

function wholeNumberIn(text: string | null | undefined): number | undefined {
  return text != null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function bytesOfHex(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || /[^0-9a-f]/.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The 16 bytes of a key, in hex digits. */
export function hexOfKey(key: Int32Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * key.length));
  for (const [place, word] of key.entries()) bytes.setInt32(4 * place, word, true);
  return [...new Uint8Array(bytes.buffer)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
