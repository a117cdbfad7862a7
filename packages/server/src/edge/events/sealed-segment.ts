import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Begins a file of events: what it is, and the random id that the nonces of its records begin with. */
const MAGIC = Buffer.from('comporta-events-1\n');
const ID_BYTES = 8;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + ID_BYTES;
const CIPHER = 'aes-256-gcm';

/** How many bytes a record takes beside its own. */
export const SEAL_BYTES = LENGTH_BYTES + TAG_BYTES;

export type SealingKey = Buffer;

/** The key for the events of a node that has this key. */
export function sealingKeyOf(key: string): SealingKey {
  return Buffer.from(hkdfSync('sha256', key, '', 'comporta edge events', 32));
}

/** Seals the records of one new file. No nonce is used twice: the id is random, and a file is never continued. */
export interface Sealer {
  /** The beginning of the file, with its first record. */
  begin(record: Buffer): Buffer;
  seal(record: Buffer): Buffer;
}

export function createSealer(key: SealingKey): Sealer {
  const id = randomBytes(ID_BYTES);
  let count = 0;
  function seal(record: Buffer): Buffer {
    const cipher = createCipheriv(CIPHER, key, nonceOf(id, count));
    count += 1;
    const sealed = Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed]);
  }
  return { seal, begin: (record) => Buffer.concat([MAGIC, id, seal(record)]) };
}

function nonceOf(id: Buffer, count: number): Buffer {
  const nonce = Buffer.alloc(ID_BYTES + LENGTH_BYTES);
  id.copy(nonce);
  nonce.writeUInt32BE(count, ID_BYTES);
  return nonce;
}

interface Frame {
  readonly offset: number;
  /** Of all that is sealed, behind the length. */
  readonly length: number;
}

/** One record of a file, and where it is. It is undefined when it is damaged. */
interface Unsealed extends Frame {
  readonly record: Buffer | undefined;
}

/**
 * The records of a file, the first one of which tells whether it is the right key: undefined when it is not. A last record
 * that was not written to its end is left out. UNFINISHED: not even the first one was.
 */
export function unsealAll(
  file: Buffer,
  keys: readonly SealingKey[],
): { readonly key: SealingKey; readonly records: readonly Unsealed[] } | 'UNFINISHED' | undefined {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, file.length))) return undefined;
  const id = idIn(file);
  const frames = framesOf(file);
  const recordsBy = (key: SealingKey, some = frames) =>
    some.map(({ offset, length }, count) => {
      const sealed = file.subarray(offset, offset + length);
      return { offset, length, record: unsealOne(sealed, { key, id, count }) };
    });
  if (frames.length === 0) return 'UNFINISHED';
  const key = keys.find((one) => recordsBy(one, frames.slice(0, 1))[0]?.record !== undefined);
  if (key === undefined) return undefined;
  const records = recordsBy(key);
  const isTorn = records.at(-1)?.record === undefined;
  return { key, records: isTorn ? records.slice(0, -1) : records };
}

function framesOf(file: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let offset = HEAD_BYTES + LENGTH_BYTES; offset <= file.length; ) {
    const length = file.readUInt32BE(offset - LENGTH_BYTES);
    if (length < TAG_BYTES || offset + length > file.length) break;
    frames.push({ offset, length });
    offset += length + LENGTH_BYTES;
  }
  return frames;
}

interface Opening {
  readonly key: SealingKey;
  readonly id: Buffer;
  readonly count: number;
}

/** Opens one record; undefined when it is damaged, or sealed with another key. */
export function unsealOne(sealed: Buffer, { key, id, count }: Opening): Buffer | undefined {
  const cut = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(id, count));
  decipher.setAuthTag(sealed.subarray(cut));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, cut)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The random id in the beginning of a file. */
export function idIn(file: Buffer): Buffer {
  return Buffer.from(file.subarray(MAGIC.length, HEAD_BYTES));
}
