import { isListed } from '@comporta/engine/id-lists/id-list';
import { PARTS, partOf } from '@comporta/engine/id-lists/list-part';
import { hashed, listKeyOf, sipHash } from '@comporta/engine/id-lists/sip-hash';
import { describe, expect, it } from 'vitest';
import { finished } from '../finished.ts';
import { answerSince, type HeldList, type ListAnswer, listAfter } from './held-list.ts';
import { listChangeIn } from './list-change.ts';
import {
  bytesOfIds,
  idsFromBytes,
  type ListRecord,
  readListRecords,
  writeListRecords,
} from './list-records.ts';
import { listsInText, textOfLists } from './told-lists.ts';

const key = listKeyOf(Uint8Array.from({ length: 16 }, (_, place) => place));

function recordsOf(ids: readonly string[]): ListRecord[] {
  const pairs = ids.map((id) => {
    sipHash(key, id);
    return [hashed[0] ?? 0, hashed[1] ?? 0] as const;
  });
  const byPart = Map.groupBy(pairs, ([high]) => partOf(high));
  return [...byPart]
    .sort(([a], [b]) => a - b)
    .map(([part, ofPart]) => ({
      part,
      ids: Uint32Array.from(ofPart.sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat()),
    }));
}

function fullAnswer(version: number, ids: readonly string[]): ListAnswer {
  return { version, count: ids.length, key, isFull: true, records: recordsOf(ids) };
}

function held(list: HeldList | undefined): HeldList {
  if (list === undefined) throw new Error('the answer was not applied');
  return list;
}

/** What a reader has that asked from its version, over the wire. */
function sent(list: HeldList, from: number | undefined): ListAnswer {
  const answer = answerSince(list, from);
  const records = finished(readListRecords(writeListRecords(answer.records)));
  if (records === undefined) throw new Error('no records');
  return { ...answer, records };
}

const ids = Array.from({ length: 5_000 }, (_, place) => `user-${place}`);

describe('LIF-50: records', () => {
  it('have the part in 2 bytes, the count in 4 and 8 bytes for each id, big-endian', () => {
    const [record] = recordsOf(['ana']);
    const bytes = Buffer.from(writeListRecords(record ? [record] : []));
    expect(bytes.toString('hex')).toBe('030f00000001c3da2a875d34eaef');
    expect(finished(readListRecords(bytes))).toEqual([record]);
    expect(Buffer.from(bytesOfIds(record?.ids ?? new Uint32Array()))).toEqual(bytes.subarray(6));
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['with a head cut short', (bytes: Buffer) => bytes.subarray(0, 5)],
    ['of a part that there is not', (bytes: Buffer) => Buffer.from([4, 0, ...bytes.subarray(2)])],
    ['with ids of another part', (bytes: Buffer) => Buffer.from([3, 0, ...bytes.subarray(2)])],
    [
      'with an id twice',
      (bytes: Buffer) =>
        Buffer.concat([Buffer.from([3, 0xf, 0, 0, 0, 2]), bytes.subarray(6), bytes.subarray(6)]),
    ],
  ])('%s are none', (_, damage) => {
    const bytes = Buffer.from(writeListRecords(recordsOf(['ana'])));
    expect(finished(readListRecords(damage(bytes)))).toBeUndefined();
  });

  it('of a stored part are its bytes', () => {
    expect(idsFromBytes(783, Buffer.from('c3da2a875d34eaef', 'hex'))).toEqual(
      Uint32Array.from([0xc3da2a87, 0x5d34eaef]),
    );
    expect(idsFromBytes(783, Buffer.from('c3da2a875d34ea', 'hex'))).toBeUndefined();
  });
});

describe('LIF-50: an answer is applied as a whole', () => {
  const first = held(listAfter(undefined, fullAnswer(7, ids)));

  it('all parts, then those that changed', () => {
    const removed = 'user-3';
    const added = 'somebody new';
    const [put] = recordsOf([added, ...ids]).filter(
      ({ part }) => part === recordsOf([added])[0]?.part,
    );
    const [left] = recordsOf(ids.filter((id) => id !== removed)).filter(
      ({ part }) => part === recordsOf([removed])[0]?.part,
    );
    const records = [put, left].filter((one) => one !== undefined);
    const changed = { version: 9, count: ids.length, key, isFull: false, records };
    const next = held(listAfter(first, changed));
    expect([isListed(next, added), isListed(next, removed)]).toEqual([true, false]);
    expect([isListed(first, added), isListed(first, removed)]).toEqual([false, true]);
    const follower = held(listAfter(undefined, sent(first, undefined)));
    expect(sent(next, 7).records).toHaveLength(2);
    expect(listAfter(follower, sent(next, 7))?.parts).toEqual(next.parts);
    expect(sent(next, 9)).toMatchObject({ isFull: false, records: [] });
  });

  it('to whoever has none, a newer one or one from before all parts came, all are sent', () => {
    for (const from of [undefined, 8, 6]) {
      expect(sent(first, from).isFull).toBe(true);
      expect(listAfter(undefined, sent(first, from))?.parts).toEqual(first.parts);
    }
  });

  it('a part that became empty is sent as such', () => {
    const [one] = recordsOf(['ana']);
    const list = held(listAfter(undefined, fullAnswer(1, ['ana', 'bob'])));
    const records = [{ part: one?.part ?? 0, ids: new Uint32Array(0) }];
    const next = held(listAfter(list, { version: 2, count: 1, key, isFull: false, records }));
    expect(listAfter(list, sent(next, 1))).toMatchObject({ count: 1, version: 2 });
    expect(next.parts[one?.part ?? 0]).toBeUndefined();
  });

  it('is refused where the sum is another one, where nothing is held, and under another key', () => {
    const change = { version: 8, count: ids.length + 1, key, isFull: false, records: [] };
    expect(listAfter(first, change)).toBeUndefined();
    expect(listAfter(undefined, { ...change, count: 0 })).toBeUndefined();
    const other = { ...change, count: ids.length, key: Int32Array.from([0, 0, 0, 0]) };
    expect(listAfter(first, other)).toBeUndefined();
    expect(listAfter(undefined, { ...fullAnswer(1, ids), count: 1 })).toBeUndefined();
    expect(listAfter(first, { ...fullAnswer(1, []), key: other.key })?.count).toBe(0);
  });

  it('has as many parts as there are', () => {
    expect(first.parts).toHaveLength(PARTS);
  });
});

it('LIF-46: the lists of an environment are told as id=N, in the order of ids', () => {
  const [a, b] = ['0', '1'].map((digit) => `${digit}0000000-0000-7000-8000-000000000000`);
  const lists = new Map([
    [`${b}`, 1_700_000_000_000],
    [`${a}`, 3],
  ]);
  expect(textOfLists(lists)).toBe(`${a}=3,${b}=1700000000000`);
  expect(listsInText(textOfLists(lists))).toEqual(lists);
  expect(listsInText(`../../etc/passwd=1,${a}=x,,${b}=2`)).toEqual(new Map([[`${b}`, 2]]));
});

it.each([
  ['no JSON', ''],
  ['no object', 'null'],
  ['no base64', JSON.stringify({ key: '0'.repeat(32), version: 2, records: '*' })],
  ['records cut short', JSON.stringify({ key: '0'.repeat(32), version: 2, records: 'AAA=' })],
  ['a short key', JSON.stringify({ key: '00', version: 2, records: '' })],
  ['no version', JSON.stringify({ key: '0'.repeat(32), records: '' })],
])('LIF-46: what a stream sends of a list is no change with %s', (_, text) => {
  expect(listChangeIn(text)).toBeUndefined();
});
