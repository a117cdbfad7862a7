import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experiments } from '../../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createToggle,
  type TestApplication,
} from '../../testing/builders.ts';
import { requireOfrepAnswer } from '../../testing/ofrep-schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';

let server: TestServer;
let key: string;
let accountId: string;
let adminToken: string;
let application: TestApplication;
let experimentId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ accountId, token: adminToken } = await createCompany(server));
  application = await createApplication(server, accountId);
  const half = await createToggle(server, application.id, { name: 'half' });
  experimentId = await createExperiment(server, application, half, [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } } },
  ]);
  await createToggle(server, application.id, { name: 'color', values: ['red', 'blue'] });
  const paused = await createToggle(server, application.id, { name: 'paused' });
  const pausedId = await createExperiment(server, application, paused, [
    { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
  ]);
  const { sql } = server.database;
  await sql.update(experiments).set({ status: 'PAUSED' }).where(eq(experiments.id, pausedId));
  key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
});
afterAll(() => server.close());

function evaluate(path: string, context: unknown, headers: Record<string, string> = {}) {
  return server.call<Record<string, unknown>>('POST', path, {
    token: key,
    body: { context },
    headers,
  });
}

describe('SDK-18: an address of OFREP with a method that it does not support', () => {
  it.each([
    ['GET', FLAGS, 'POST'],
    ['PUT', `${FLAGS}/half`, 'POST'],
    ['DELETE', `${FLAGS}/half?x=1`, 'POST'],
    ['POST', '/ofrep/v1/events', 'GET'],
  ])('%s %s is answered 405, with the method that it takes', async (method, path, allow) => {
    const answer = await server.http.inject({ method: method as 'GET', url: path });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json()).toMatchObject({ errorCode: 'GENERAL' });
  });

  it('is not a flag with a slash in its name, nor an address that does not exist', async () => {
    for (const url of [`${FLAGS}/a/b`, '/ofrep/v1/configuration']) {
      expect((await server.http.inject({ method: 'GET', url })).statusCode).toBe(404);
    }
  });
});

describe('OFREP', () => {
  it('answers one toggle with its typed value, its reason and its rule', async () => {
    const { status, body } = await evaluate(`${FLAGS}/half`, { targetingKey: 'ana' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ key: 'half', reason: 'SPLIT' });
    expect(body.value).toBe(body.variant === 'enabled');
    expect(body.metadata).toMatchObject({
      ruleOrder: 1,
      ruleType: 'ALL_USERS',
      experimentId,
      environment: 'Production',
    });
    const { body: simple } = await evaluate(`${FLAGS}/color`, {});
    expect(simple).toEqual({
      key: 'color',
      reason: 'STATIC',
      value: 'blue',
      variant: 'blue',
      metadata: { environment: 'Production', revision: expect.any(Number) },
    });
  });

  it('answers a JSON value as parsed JSON, or as text where the protocol cannot carry it', async () => {
    const values = ['{"daily":[1,2]}', '7', 'true', '"text"', '[1]', 'null', '1e999'];
    const { id, environmentIds } = await createApplication(server, accountId);
    for (const [index, value] of values.entries()) {
      await createToggle(server, id, { name: `json-${index}`, values: [value], valueType: 'JSON' });
    }
    const token = await createEnvironmentKey(server, environmentIds[0] ?? '');
    const body = { context: {} };
    const all = await server.call<{ flags: { value: unknown; variant: string }[] }>('POST', FLAGS, {
      token,
      body,
    });
    expect(all.body.flags.map(({ variant }) => variant)).toEqual(values);
    expect(all.body.flags.map(({ value }) => value)).toEqual([
      { daily: [1, 2] },
      7,
      true,
      'text',
      '[1]',
      'null',
      '1e999',
    ]);
    const one = await server.call('POST', `${FLAGS}/json-4`, { token, body });
    expect(one.body).toMatchObject({ value: '[1]', variant: '[1]' });
  });

  it('SDK-08: answers many flags with only value and reason for each, in few bytes', async () => {
    const { id, environmentIds } = await createApplication(server, accountId);
    const names = Array.from({ length: 500 }, (_, index) => `flag-${`${index}`.padStart(3, '0')}`);
    for (const name of names) await createToggle(server, id, { name });
    const token = await createEnvironmentKey(server, environmentIds[0] ?? '');
    const ask = (encoding: string) =>
      server.http.inject({
        method: 'POST',
        url: FLAGS,
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
        payload: { context: {} },
      });
    const plain = await ask('identity');
    expect(plain.json().flags).toHaveLength(500);
    expect(plain.json().flags[0]).toEqual({
      key: 'flag-000',
      reason: 'STATIC',
      value: false,
      variant: 'disabled',
    });
    // Of the 72 bytes of each, `disabled` takes eight: the aim of 34 KiB holds for values such as `off`.
    expect(plain.rawPayload.length).toBeLessThan(500 * 72 + 300);
    expect((await ask('br')).rawPayload.length).toBeLessThan(4 * 1024);
  });

  it('answers all toggles in the order of their names, with the address of the stream of changes', async () => {
    const { body, headers } = await evaluate(FLAGS, { targetingKey: 'ana' });
    expect(body.flags).toMatchObject([
      { key: 'color', value: 'blue', reason: 'STATIC' },
      { key: 'half' },
      { key: 'paused', reason: 'DISABLED' },
    ]);
    expect(body.metadata).toEqual({ environment: 'Production', revision: expect.any(Number) });
    expect(body.eventStreams).toMatchObject([{ type: 'sse' }]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'Authorization, X-API-Key, Origin',
    });
  });

  it('answers 304 for the tag of an equal answer, quoted, weak or bare, and 200 for any other', async () => {
    const first = await evaluate(FLAGS, { targetingKey: 'ana' });
    const tag = String(first.headers.etag);
    for (const sent of [tag, `W/${tag}`, tag.replaceAll('"', '')]) {
      const again = await evaluate(FLAGS, { targetingKey: 'ana' }, { 'if-none-match': sent });
      expect(again).toMatchObject({ status: 304, body: undefined });
      expect(again.headers.etag).toBe(tag);
    }
    const stale = await evaluate(FLAGS, { targetingKey: 'ana' }, { 'if-none-match': '"0"' });
    expect(stale.status).toBe(200);
  });

  it('answers 304 to clients that poll, until something changes for them', async () => {
    const body = { name: 'before', values: ['on', 'off'], defaultValue: 'on' };
    const { id, environmentIds } = await createApplication(server, accountId);
    const token = await createEnvironmentKey(server, environmentIds[0] ?? '');
    const poll = (targetingKey: string, tag: string) =>
      server.call('POST', FLAGS, {
        token,
        body: { context: { targetingKey } },
        headers: { 'if-none-match': tag },
      });
    const tag = String((await poll('ana', '"0"')).headers.etag);
    for (let again = 0; again < 3; again++) {
      expect(await poll('ana', tag)).toMatchObject({ status: 304, headers: { etag: tag } });
      expect((await poll('ana', '"other"')).status).toBe(200);
    }
    const created = await server.call('POST', `/api/apps/${id}/toggles`, {
      token: adminToken,
      body,
    });
    expect(created.status).toBe(201);
    const after = await poll('ana', tag);
    expect(after.status).toBe(200);
    expect((await poll('ana', String(after.headers.etag))).status).toBe(304);
  });

  it('TARGETING_KEY_MISSING: only where a split decides', async () => {
    expect(await evaluate(`${FLAGS}/half`, {})).toMatchObject({
      status: 400,
      body: { key: 'half', errorCode: 'TARGETING_KEY_MISSING' },
    });
    const { status, body } = await evaluate(FLAGS, {});
    expect(status).toBe(200);
    expect(body.flags).toMatchObject([
      { key: 'color', value: 'blue' },
      { key: 'half', errorCode: 'TARGETING_KEY_MISSING' },
      { key: 'paused' },
    ]);
  });

  it('answers the name, percent-encoded or not', async () => {
    const { status, body } = await evaluate(`${FLAGS}/%63olo%72`, {});
    expect({ status, body }).toMatchObject({ status: 200, body: { key: 'color', value: 'blue' } });
  });

  it.each([
    ['nothing', 'nothing'],
    ['100%25', '100%'],
    ['100%', '100%'],
    ['a/b', 'a/b'],
    ['a%2Fb', 'a/b'],
    ['%F0%9F%92%A1', '💡'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('FLAG_NOT_FOUND: no toggle is named by the address %s', async (address, name) => {
    expect(await evaluate(`${FLAGS}/${address}`, {})).toMatchObject({
      status: 404,
      body: { key: name, errorCode: 'FLAG_NOT_FOUND' },
    });
  });

  it('DISABLED: a paused toggle has its default value and is no error', async () => {
    const { status, body } = await evaluate(`${FLAGS}/paused`, { targetingKey: 'ana' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { reason: 'DISABLED', value: false, variant: 'disabled' },
    });
  });

  it('ignores unknown query parameters', async () => {
    const query = '?flagConfigLastModified=1771622898&flagConfigEtag=x&flagConfigEtag=y&other=1';
    const { status, headers, body } = await evaluate(FLAGS + query, { targetingKey: 'ana' });
    const plain = await evaluate(FLAGS, { targetingKey: 'ana' });
    expect({ status, tag: headers.etag, body }).toEqual({
      status: 200,
      tag: plain.headers.etag,
      body: plain.body,
    });
  });

  it('flagConfigEtag never turns a 200 into a 304, however new the revision that it names', async () => {
    for (const revision of [0, 1, 999_999]) {
      const path = `${FLAGS}?flagConfigEtag=%22revision-${revision}%22`;
      expect((await evaluate(path, { targetingKey: 'ana' })).status).toBe(200);
    }
  });

  it('the address of the stream is part of the tag: a new one is never behind a 304', async () => {
    const environmentId = application.environmentIds[0] ?? '';
    const before = await evaluate(FLAGS, { targetingKey: 'ana' });
    key = await createEnvironmentKey(server, environmentId);
    const tag = { 'if-none-match': String(before.headers.etag) };
    const after = await evaluate(FLAGS, { targetingKey: 'ana' }, tag);
    expect(after.status).toBe(200);
    expect(after.body.flags).toEqual(before.body.flags);
    expect(after.body.eventStreams).not.toEqual(before.body.eventStreams);
  });

  it('every response forbids caching and names the headers that it depends on', async () => {
    const answers = [
      await evaluate(`${FLAGS}/half`, { targetingKey: 'ana' }),
      await evaluate(`${FLAGS}/half`, {}),
      await evaluate(FLAGS, { targetingKey: 'ana' }),
      await server.call('POST', FLAGS, { body: { context: {} } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 401]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        vary: 'Authorization, X-API-Key, Origin',
      });
    }
  });

  it('GENERAL: a body that is too large is 413', async () => {
    const context = { targetingKey: 'x'.repeat(2 * 1024 * 1024) };
    expect(await evaluate(`${FLAGS}/half`, context)).toMatchObject({
      status: 413,
      body: { key: 'half', errorCode: 'GENERAL' },
    });
  });

  it.each([
    ['INVALID_CONTEXT', JSON.stringify({})],
    ['INVALID_CONTEXT', JSON.stringify({ context: { targetingKey: 5 } })],
    ['PARSE_ERROR', '{'],
    ['PARSE_ERROR', JSON.stringify({ context: { country: '\0' } })],
  ])('%s: refuses %s', async (errorCode, payload) => {
    const response = await server.http.inject({
      method: 'POST',
      url: FLAGS,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload,
    });
    expect(response.statusCode).toBe(400);
    requireOfrepAnswer(FLAGS, { status: 400, headers: response.headers, body: response.json() });
    expect(response.json()).toMatchObject({ errorCode });
  });

  it('GENERAL: a request without a key gets 401 in the shape of the protocol', async () => {
    const answer = await server.call('POST', `${FLAGS}/half`, { body: { context: {} } });
    expect(answer).toMatchObject({ status: 401, body: { key: 'half', errorCode: 'GENERAL' } });
  });
});
