import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createToggle,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';

let server: TestServer;
let key: string;
let experimentId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId } = await createCompany(server);
  const application = await createApplication(server, accountId);
  const half = await createToggle(server, application.id, { name: 'half' });
  experimentId = await createExperiment(server, application, half, [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } } },
  ]);
  await createToggle(server, application.id, { name: 'color', values: ['red', 'blue'] });
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

describe('OFREP', () => {
  it('answers one toggle with its typed value, its reason and where it comes from', async () => {
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
  });

  it('answers all toggles in the order of their names, and where to listen for changes', async () => {
    const { body, headers } = await evaluate(FLAGS, { targetingKey: 'ana' });
    expect(body.flags).toMatchObject([
      { key: 'color', value: 'blue', reason: 'STATIC' },
      { key: 'half' },
    ]);
    expect(body.eventStreams).toMatchObject([{ type: 'sse' }]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'Authorization, X-API-Key',
    });
  });

  it('answers 304 to the tag of an equal answer, quoted, weakened or bare; 200 to any other', async () => {
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
    ]);
  });

  it('FLAG_NOT_FOUND: a toggle that does not exist', async () => {
    expect(await evaluate(`${FLAGS}/nothing`, {})).toMatchObject({
      status: 404,
      body: { key: 'nothing', errorCode: 'FLAG_NOT_FOUND' },
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
    expect(response.json()).toMatchObject({ errorCode, errorDetails: expect.any(String) });
  });

  it('GENERAL: no key answers 401 in the shape of the protocol', async () => {
    const answer = await server.call('POST', `${FLAGS}/half`, { body: { context: {} } });
    expect(answer).toMatchObject({ status: 401, body: { key: 'half', errorCode: 'GENERAL' } });
  });
});
