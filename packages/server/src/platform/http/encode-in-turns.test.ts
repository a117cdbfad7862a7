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

/** How often it was the turn of others while this was done, by a clock that a look at it moves by a millisecond. */
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

describe('OPS-06: a long answer', () => {
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
  ])('is what the schema names, and nothing else: %s', async (_what, schema, result, expected) => {
    expect(isLong(result)).toBe(true);
    const json = await encodeInTurns(schema, result);
    expect(Buffer.concat(json).toString()).toBe(JSON.stringify(expected));
  });

  it('is made in turns: what else there is to do is done in between', async () => {
    const turns = await turnsBeside((now) => encodeInTurns(listSchema, ROWS, now));
    expect(turns).toBeGreaterThanOrEqual(ROWS.length / 10 - 1);
  });

  it('fails as a whole when an item is not what the schema says', async () => {
    const rows = [...ROWS, { name: 1, owner: null }];
    await expect(encodeInTurns(listSchema, rows)).rejects.toThrow();
  });
});

it('what has no list is no long answer', () => {
  const results = [{ names: ['a'] }, { id: 'a', at: new Date() }, 'text', null, undefined, 1];
  expect(results.map(isLong)).toEqual(results.map(() => false));
});
