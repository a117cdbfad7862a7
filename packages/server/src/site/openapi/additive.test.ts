import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApiContract,
  type ApiOperation,
  type ApiShape,
  bodyOf,
  PREVIOUS_CONTRACT,
  resolved,
} from '../../testing/previous-release/previous-contract.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let present: ApiContract;

beforeAll(async () => {
  server = await startTestServer();
  present = (await server.call<ApiContract>('GET', '/api/openapi.json')).body;
});
afterAll(() => server.close());

it('T20: what the API of the previous release took and answered, this one takes and answers', () => {
  const missing = Object.entries(PREVIOUS_CONTRACT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) =>
      differences(`${method} ${path}`, before, present.paths[path]?.[method]),
    ),
  );
  expect(missing).toEqual([]);
});

/** What a client of the previous release would miss, or does not know that it must send. */
function differences(
  at: string,
  before: ApiOperation,
  after: ApiOperation | undefined,
): readonly string[] {
  if (after === undefined) return [`${at} is gone`];
  const known = new Set(before.parameters?.map(({ name }) => name));
  const asked = (after.parameters ?? []).filter(
    ({ name, required }) => required && !known.has(name),
  );
  const answers = Object.entries(before.responses ?? {}).filter(([status]) =>
    status.startsWith('2'),
  );
  return [
    ...asked.map(({ name }) => `${at} asks for ${name}`),
    ...missingIn(`${at} takes`, bodyOf(before.requestBody), bodyOf(after.requestBody)),
    ...newlyRequired(`${at} takes`, bodyOf(before.requestBody), bodyOf(after.requestBody)),
    ...answers.flatMap(([status, answer]) =>
      missingIn(`${at} answers`, bodyOf(answer), bodyOf(after.responses?.[status])),
    ),
  ];
}

/** The members of `before` that `after` does not have. */
function missingIn(
  at: string,
  before: ApiShape | undefined,
  after: ApiShape | undefined,
  within: readonly string[] = [],
): readonly string[] {
  if (before === undefined) return [];
  if (before.$ref !== undefined && within.includes(before.$ref)) return [];
  const inside = before.$ref === undefined ? within : [...within, before.$ref];
  const was = resolved(PREVIOUS_CONTRACT, before);
  const is = resolved(present, after ?? {});
  // A client of the previous release does not send what leads to the other alternatives.
  const [first, ...others] = (is.anyOf ?? []).map((one) => missingIn(at, before, one, within));
  if (first !== undefined) {
    return others.reduce((least, one) => (one.length < least.length ? one : least), first);
  }
  const members = Object.entries(was.properties ?? {}).flatMap(([name, shape]) =>
    is.properties?.[name] === undefined
      ? [`${at} ${name}: gone`]
      : missingIn(`${at} ${name}`, shape, is.properties[name], inside),
  );
  return [...members, ...missingIn(`${at}[]`, was.items, is.items, inside)];
}

/** The members without which `after` refuses a body that `before` took. */
function newlyRequired(
  at: string,
  before: ApiShape | undefined,
  after: ApiShape | undefined,
): readonly string[] {
  const was = new Set(resolved(PREVIOUS_CONTRACT, before ?? {}).required);
  const { required = [] } = resolved(present, after ?? {});
  return required.filter((name) => !was.has(name)).map((name) => `${at} ${name}: now required`);
}
