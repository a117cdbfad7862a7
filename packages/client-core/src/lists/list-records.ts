import { HASH_BYTES, type ListPart, PARTS, partOf } from '@comporta/engine/id-lists/list-part';

/** A part as it is sent. A part without ids tells that it became empty. */
export interface ListRecord {
  readonly part: number;
  readonly ids: ListPart;
  /** The contentVersion that changed it, where it is known better than by the answer that it is in. */
  readonly version?: number;
}

const HEAD_BYTES = 6;

/**
 * Parts on the wire, each `u16 part, u32 count, count × 8 bytes`, big-endian. `id_list_parts` has the same bytes of the ids.
 * Source: LIF-50.
 */
export function writeListRecords(records: readonly ListRecord[]): Uint8Array {
  const idBytes = records.reduce((sum, { ids }) => sum + ids.byteLength, 0);
  const bytes = new Uint8Array(records.length * HEAD_BYTES + idBytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { part, ids } of records) {
    view.setUint16(at, part);
    view.setUint32(at + 2, ids.length / 2);
    at += HEAD_BYTES;
    writeIds(ids, view, at);
    at += ids.byteLength;
  }
  return bytes;
}

/** The ids of a part as they are stored. */
export function bytesOfIds(ids: ListPart): Uint8Array {
  const bytes = new Uint8Array(ids.byteLength);
  writeIds(ids, new DataView(bytes.buffer), 0);
  return bytes;
}

function writeIds(ids: ListPart, view: DataView, at: number): void {
  for (let place = 0; place < ids.length; place++) view.setUint32(at + 4 * place, ids[place] ?? 0);
}

/** The ids of a part from their stored bytes; undefined when these are no ids of that part, ascending and without repeats. */
export function idsFromBytes(part: number, bytes: Uint8Array): ListPart | undefined {
  if (bytes.length % HASH_BYTES !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ids = new Uint32Array(bytes.length / 4);
  let highBefore = 0;
  let lowBefore = -1;
  for (let place = 0; place < ids.length; place += 2) {
    const high = view.getUint32(4 * place);
    const low = view.getUint32(4 * place + 4);
    const isAscending = high > highBefore || (high === highBefore && low > lowBefore);
    if (!isAscending || partOf(high) !== part) return undefined;
    ids[place] = high;
    ids[place + 1] = low;
    highBefore = high;
    lowBefore = low;
  }
  return ids;
}

/** Reads what `writeListRecords` wrote, in steps of one part; undefined for bytes that are no such records. */
export function* readListRecords(bytes: Uint8Array): Generator<void, ListRecord[] | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const records: ListRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < HEAD_BYTES) return undefined;
    const part = view.getUint16(at);
    const end = at + HEAD_BYTES + view.getUint32(at + 2) * HASH_BYTES;
    if (part >= PARTS || end > bytes.length) return undefined;
    const ids = idsFromBytes(part, bytes.subarray(at + HEAD_BYTES, end));
    if (ids === undefined) return undefined;
    records.push({ part, ids });
    at = end;
    yield;
  }
  return records;
}
