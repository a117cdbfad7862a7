import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eachMade } from '../base/in-turns.ts';
import { encodeInTurns, isLong } from './encode-in-turns.ts';

const itemSchema = z.object({ name: z.string(), owner: z.nullable(z.string()) });
const listSchema = z.readonly(z.array(itemSchema));
const documentSchema = z.object({
  format: z.literal('one'),
  note: z.optional(z.string()),
  names: z.array(z.string()),
  items: listSchema,
});

const ROWS = Array.from({ length: 3_000 }, (_, index) => ({
  name: `São Paulo 🙂 ${index}`.padEnd(60, '.'),
  owner: null,
  secret: 'not named by the schema',
}));
const ITEMS = ROWS.map(({ name, owner }) => ({ name, owner }));

async function* pagesOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += 250) yield rows.slice(start, start + 250);
}

/** How often other work ran during this work, with a clock that advances by 1 ms with each reading. */
async function turnsBeside(work: (now: () => number) => Promise<unknown>): Promise<number> {
  let turns = 0;
  let time = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  await work(() => time++);
  isOver = true;
  await others;
  return turns;
}

describe('OPS-06: a long response', () => {
  it.each([
    ['a list', listSchema, ROWS, ITEMS],
    ['an empty list', listSchema, [], []],
    ['a list that is made as it is sent', listSchema, eachMade(ROWS, (row) => row), ITEMS],
    ['pages of a list', listSchema, pagesOf(ROWS), ITEMS],
    [
      'lists in a document',
      documentSchema,
      { format: 'one', names: ['a', 'b'], items: pagesOf(ROWS), other: 1 },
      { format: 'one', names: ['a', 'b'], items: ITEMS },
    ],
  ])('has only the fields that the schema names: %s', async (_what, schema, result, expected) => {
    expect(isLong(result)).toBe(true);
    const json = await encodeInTurns(schema, result);
    expect(Buffer.concat(json).toString()).toBe(JSON.stringify(expected));
  });

  it('is encoded in turns: other work runs in between', async () => {
    const turns = await turnsBeside((now) => encodeInTurns(listSchema, ROWS, now));
    expect(turns).toBeGreaterThanOrEqual(ROWS.length / 10 - 1);
  });

  it('fails as a whole when an item does not match the schema', async () => {
    const rows = [...ROWS, { name: 1, owner: null }];
    await expect(encodeInTurns(listSchema, rows)).rejects.toThrow();
  });
});

it('a result without a list is not a long response', () => {
  const results = [{ names: ['a'] }, { id: 'a', at: new Date() }, 'text', null, undefined, 1];
  expect(results.map(isLong)).toEqual(results.map(() => false));
});
