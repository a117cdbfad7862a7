import { recordOf } from '@comporta/contract/record-of';
import { aToggle } from '@comporta/contract/testing/stored-entities';
import { listToggles } from '@comporta/contract/toggles/toggle-api';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointsOfContract, routeOf } from '../../testing/contract-endpoints.ts';
import { compiledShape } from './compiled-shape.ts';

/** These contain JSON of any depth. OFREP's responses are prepared when a snapshot is compiled, and not parsed. */
const NOT_COMPILED = ['POST /ofrep/v1/evaluate/flags', 'POST /ofrep/v1/evaluate/flags/:key'];

test('every schema of the contract can be compiled, so that no large response is parsed slowly', async () => {
  const slow: string[] = [];
  for (const endpoint of await endpointsOfContract()) {
    for (const shape of [endpoint.query, endpoint.body, endpoint.result]) {
      if (shape !== undefined && !isCompilable(shape)) slow.push(routeOf(endpoint));
    }
  }
  expect(slow).toEqual(NOT_COMPILED);
});

function isCompilable(shape: z.ZodMiniType): boolean {
  try {
    z.compile(shape, { strict: true });
    return true;
  } catch (error) {
    if (error instanceof z.ZodCompileUnsupportedError) return false;
    throw error;
  }
}

const TOGGLE = aToggle();

test('a compiled schema strips unknown fields, and is compiled once', () => {
  const shape = compiledShape(listToggles.result);
  expect(shape.parse([{ ...TOGGLE, secret: 'x' }])).toEqual([TOGGLE]);
  expect(compiledShape(listToggles.result)).toBe(shape);
});

test('a compiled schema reports the same issues and paths as the original', () => {
  const wrong = [TOGGLE, { ...TOGGLE, values: ['on', 7], version: 0 }];
  const problems = (shape: z.ZodMiniType) => shape.safeParse(wrong).error?.issues;
  expect(problems(compiledShape(listToggles.result))).toEqual(problems(listToggles.result));
  expect(problems(listToggles.result)?.[0]?.path).toEqual([1, 'values', 1]);
});

test('a compiled schema keeps a name like __proto__', () => {
  const shape = compiledShape(z.object({ split: recordOf(z.number()) }));
  const text = '{"split":{"__proto__":100}}';
  expect(JSON.stringify(shape.parse(JSON.parse(text)))).toBe(text);
});
