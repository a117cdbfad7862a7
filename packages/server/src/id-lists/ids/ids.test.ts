import { isListed } from '@comporta/engine/id-lists/id-list';
import { type ListPart, PARTS } from '@comporta/engine/id-lists/list-part';
import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectIds, type IdsByPart } from './collect-ids.ts';
import { idsWithout, mergeIds } from './merge-ids.ts';
import { readIds } from './read-lines.ts';

const KEY = Uint8Array.from({ length: 16 }, (_, place) => place);

function hashed(ids: readonly string[], limit?: number): IdsByPart {
  const collected = collectIds(KEY, limit);
  for (const [index, id] of ids.entries()) collected.take(id, index + 1);
  return collected.finish();
}

function sizeOf(ids: IdsByPart): number {
  return [...ids.values()].reduce((sum, part) => sum + part.length / 2, 0);
}

function has(ids: IdsByPart, id: string): boolean {
  const parts = Array.from({ length: PARTS }, (_, part) => ids.get(part));
  return isListed({ key: listKeyOf(KEY), parts }, id);
}

/** The ids that a file has, and the lines that have none. */
function read(file: string | Uint8Array, { isCsv = false, hasHeader = false, pieces = 7 } = {}) {
  const ids: [string, number][] = [];
  const refused: number[] = [];
  const reader = readIds(
    {
      take: (id, line) => ids.push([id.trim(), line]),
      refuse: (line) => refused.push(line),
      finish: () => new Map(),
    },
    { isCsv, hasHeader },
  );
  const bytes = Buffer.from(file as string);
  for (let from = 0; from < bytes.length; from += pieces) {
    reader.take(bytes.subarray(from, from + pieces));
  }
  reader.end();
  return { ids, refused };
}

describe('LIF-45: collected ids', () => {
  it('are held by their hashes, in their part, each once', () => {
    const ids = Array.from({ length: 5_000 }, (_, place) => `user-${place}`);
    const collected = hashed([...ids, ...ids]);
    expect(sizeOf(collected)).toBe(5_000);
    expect(ids.every((id) => has(collected, id))).toBe(true);
    expect(has(collected, 'somebody else')).toBe(false);
  });

  it('INVALID_IDS: says how many lines have none, and the first 20', () => {
    const ids = Array.from({ length: 30 }, () => 'a\tb');
    expect(() => hashed(['ana', ...ids])).toThrowError(
      expect.objectContaining({
        code: 'INVALID_IDS',
        meta: { lines: Array.from({ length: 20 }, (_, at) => at + 2), count: 30 },
      }),
    );
  });

  it('MAX_LIST_IDS_REACHED: more different ones than allowed, whatever repeats', () => {
    const ids = Array.from({ length: 2_000 }, (_, place) => `user-${place % 1_500}`);
    expect(sizeOf(hashed([...ids, ...ids, ...ids, ...ids], 1_500))).toBe(1_500);
    expect(() => hashed([...ids, 'one more', ...ids, ...ids], 1_500)).toThrowError(
      expect.objectContaining({ code: 'MAX_LIST_IDS_REACHED', meta: { limit: 1_500 } }),
    );
  });
});

describe('LIF-44: a file', () => {
  it('of lines may begin with a byte order mark, end lines with CRLF, and have empty ones', () => {
    expect(read('\uFEFFana\r\n\r\n bob \nção')).toEqual({
      ids: [
        ['ana', 1],
        ['bob', 3],
        ['ção', 4],
      ],
      refused: [],
    });
  });

  it('keeps what is in a line: a comma and quotes are part of an id', () => {
    expect(read('a,b\n"c"').ids.map(([id]) => id)).toEqual(['a,b', '"c"']);
  });

  it('that is not UTF-8 has no ids in those lines', () => {
    const latin = Buffer.concat([Buffer.from('ana\n'), Buffer.from([0xe7, 0xe3, 0x6f, 0x0a])]);
    expect(read(latin)).toEqual({ ids: [['ana', 1]], refused: [2] });
  });

  it('with a line without an end has none in it, and goes on behind it', () => {
    const long = `${'x'.repeat(200_000)}\nana`;
    expect(read(long, { pieces: 10_000 })).toEqual({ ids: [['ana', 2]], refused: [1] });
    expect(read('x'.repeat(200_000), { pieces: 10_000 })).toEqual({ ids: [], refused: [1] });
  });

  it('as CSV has them in the first column, in quotes or not, by comma, semicolon or tab', () => {
    const csv = 'id,name\r\nana,Ana\n"b""o,b";Bob\n "c"\td\n"d\ne",x\nf,"two\nlines"\ng';
    expect(read(csv, { isCsv: true, hasHeader: true })).toEqual({
      ids: [
        ['ana', 2],
        ['b"o,b', 3],
        ['c', 4],
        ['d\ne', 5],
        ['f', 7],
        ['g', 9],
      ],
      refused: [],
    });
  });

  it('as CSV with broken quotes says so', () => {
    expect(read('ana\n"b"c,x\nd\n"never closed\nx', { isCsv: true })).toEqual({
      ids: [
        ['ana', 1],
        ['d', 3],
      ],
      refused: [2, 4],
    });
    const open = `"${'x\n'.repeat(100_000)}`;
    expect(read(open, { isCsv: true, pieces: 10_000 }).refused.length).toBeGreaterThan(0);
  });
});

describe('LIF-44: ids are merged', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
  const partOf = (ids: readonly number[]): ListPart =>
    Uint32Array.from(
      ids.toSorted((a, b) => a - b).flatMap((id) => [Math.floor(id / 7) * 0x20000000, id]),
    );

  it('as sets are', () => {
    fc.assert(
      fc.property(list, list, (stored, given) => {
        const [was, sent] = [new Set(stored), new Set(given)];
        const only = (one: Set<number>, other: Set<number>) =>
          [...one].filter((id) => !other.has(id));
        expect(mergeIds(partOf(stored), partOf(given), 'add')).toEqual({
          ids: partOf([...new Set([...was, ...sent])]),
          added: only(sent, was).length,
          removed: 0,
        });
        expect(mergeIds(partOf(stored), partOf(given), 'remove')).toEqual({
          ids: partOf(only(was, sent)),
          added: 0,
          removed: was.size - only(was, sent).length,
        });
        expect(mergeIds(partOf(stored), partOf(given), 'replace')).toEqual({
          ids: partOf(given),
          added: only(sent, was).length,
          removed: only(was, sent).length,
        });
        expect(idsWithout(partOf(given), partOf(stored))).toEqual(partOf(only(sent, was)));
      }),
    );
  });
});
