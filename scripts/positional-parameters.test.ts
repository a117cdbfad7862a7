import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manyParameters } from './positional-parameters.ts';

const PACKAGES = new URL('../packages/', import.meta.url);

it.each([
  'function send(method, path, body, token) {}',
  'const send = (method, path, body, token) => {};',
  'export const client = () => ({ send(method, path, body, token) {} });',
])('CODE-14: a fourth positional parameter is found in: %s', (source) => {
  expect(manyParameters('send.ts', source)).toHaveLength(1);
});

it.each([
  'function send(call, { method, path, body, token }) {}',
  "http.addHook('onSend', (request, reply, payload, done) => done());",
  'createHook({ init(id, type, trigger, resource) {} });',
])('CODE-14: callbacks of a library and named parameters are not counted: %s', (source) => {
  expect(manyParameters('send.ts', source)).toEqual([]);
});

it('CODE-14: no function of the product takes more than three positional parameters', () => {
  const found = globSync('*/src/**/*.{ts,tsx}', { cwd: PACKAGES })
    .filter((file) => !/\.test\.|\/(?:testing|acceptance|test-support)\//.test(file))
    .flatMap((file) =>
      manyParameters(file, readFileSync(new URL(file, PACKAGES), 'utf8')).map(
        (at) => `${file}:${at}`,
      ),
    );
  expect(found).toEqual([]);
});
