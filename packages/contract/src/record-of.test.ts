import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { recordOf } from './record-of.ts';

const percentages = recordOf(z.number());

describe('a record', () => {
  it.each(['__proto__', 'constructor', 'toString', ''])('keeps the name %j', (name) => {
    const parsed = percentages.parse(JSON.parse(`{"${name}":25}`));
    expect(Object.entries(parsed)).toEqual([[name, 25]]);
  });

  it('has own names only', () => {
    expect(percentages.parse(Object.create({ inherited: 'x' }))).toEqual({});
  });

  it.each([null, undefined, 5, 'text', [], [1]])('is not %j', (input) => {
    expect(percentages.safeParse(input).success).toBe(false);
  });

  it.each(['{"a":1,"__proto__":"x"}', '{"__proto__":null}', '{"__proto__":1e999}'])(
    'with a wrong value is refused with the path to it: %s',
    (text) => {
      const { error } = percentages.safeParse(JSON.parse(text));
      expect(error?.issues.map(({ path }) => path)).toEqual([['__proto__']]);
    },
  );

  it('is documented as an object of such values', () => {
    const described = z.toJSONSchema(z.object({ split: z.optional(percentages) }), {
      unrepresentable: 'any',
    });
    expect(described.properties?.split).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    });
  });
});
