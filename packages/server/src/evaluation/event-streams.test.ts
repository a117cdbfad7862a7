import type { AddressInfo } from 'node:net';
import { EDGE_ENVIRONMENT_HEADER } from '@comporta/contract/edge-nodes/edge-node-api';
import type { AccountKey, NewAccountKey } from '@comporta/contract/keys/account-key';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { createLog } from '../platform/base/log.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import {
  createApplication,
  createClientKey,
  createCompany,
  createEnvironmentKey,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { requireOfrepEvents } from '../testing/ofrep-schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ STREAMS_PER_ENVIRONMENT: '5' });
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  // The server may not have noticed yet that a reader cancelled its stream.
  server.http.server.closeAllConnections();
  await server.close();
});

function newKey(): Promise<string> {
  return createEnvironmentKey(server, application.environmentIds[0] ?? '');
}

async function createToggle(name: string): Promise<void> {
  const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  const path = `/api/apps/${application.id}/toggles`;
  expect((await server.call('POST', path, { token: admin.token, body })).status).toBe(201);
}

/** Reads a stream until its text matches, or to its end. */
async function readUntil(
  reader: ReadableStreamDefaultReader<string>,
  pattern: RegExp,
): Promise<string> {
  let text = '';
  while (!pattern.test(text)) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  return text;
}

async function openStream(path: string, headers: Record<string, string> = {}, at = origin) {
  const response = await fetch(at + path, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const body = response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>();
  return body.pipeThrough(new TextDecoderStream()).getReader();
}

async function ofrepStreamPath(key: string): Promise<string> {
  const { body } = await server.call<{ eventStreams: [{ endpoint: { requestUri: string } }] }>(
    'POST',
    '/ofrep/v1/evaluate/flags',
    { token: key, body: { context: {} } },
  );
  return body.eventStreams[0].endpoint.requestUri;
}

/** The first id of a stream, which a browser sends back when it reconnects. */
async function currentId(path: string): Promise<string> {
  const reader = await openStream(path);
  const text = await readUntil(reader, /id: \d+\n/);
  await reader.cancel();
  return /id: (\d+)/.exec(text)?.[1] ?? '';
}

describe('HOS-13, FAIR-17: the streams that pages open', () => {
  it('leave a quarter of an environment to its servers, and one network has only some of them', async () => {
    const settings = { STREAMS_PER_ENVIRONMENT: '20', TRUST_PROXY: 'loopback' };
    const small = await startTestServer(settings);
    const { accountId } = await createCompany(small);
    const [environmentId = ''] = (await createApplication(small, accountId)).environmentIds;
    const token = await createClientKey(small, environmentId);
    const authorization = `Bearer ${await createEnvironmentKey(small, environmentId)}`;
    await small.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = small.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
    const at = `http://127.0.0.1:${port}`;
    const { body } = await small.call<{
      eventStreams: [{ endpoint: { requestUri: string } }];
    }>('POST', '/ofrep/v1/evaluate/flags', { token, body: { context: {} } });
    const path = body.eventStreams[0].endpoint.requestUri;
    const open = async (address: string) => {
      const response = await fetch(at + path, { headers: { 'x-forwarded-for': address } });
      return `${response.status} ${response.headers.get('retry-after')}`;
    };
    const openEach = async (addresses: readonly string[]) => {
      const answers: string[] = [];
      for (const address of addresses) answers.push(await open(address));
      return answers;
    };
    expect(await openEach(Array(12).fill('198.51.100.1'))).toEqual([
      ...Array(10).fill('200 null'),
      ...Array(2).fill('429 60'),
    ]);
    // Each of its own network.
    const many = Array.from({ length: 8 }, (_, n) => `2001:db8:${n}::1`);
    expect(await openEach(many)).toEqual([
      ...Array(5).fill('200 null'),
      ...Array(3).fill('429 60'),
    ]);
    for (let count = 0; count < 5; count += 1) {
      await openStream('/api/sdk/stream', { authorization }, at);
    }
    const refused = await fetch(`${at}/api/sdk/stream`, { headers: { authorization } });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ meta_data: { limit: 'STREAMS', retry_after: 60 } }),
    ]);
    small.http.server.closeAllConnections();
    await small.close();
  });
});

describe('SEC-05: more streams of one environment than the limit', () => {
  it('RATE_LIMITED: are refused with Retry-After; another environment is not affected', async () => {
    const headers = { authorization: `Bearer ${await newKey()}` };
    const readers = [];
    for (let count = 0; count < 5; count += 1) {
      readers.push(await openStream('/api/sdk/stream', headers));
    }
    const refused = await fetch(`${origin}/api/sdk/stream`, { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error_code: 'RATE_LIMITED' });
    const path = await ofrepStreamPath(headers.authorization.slice(7));
    const ofrep = await fetch(origin + path);
    expect(ofrep.status).toBe(429);
    expect(Number(ofrep.headers.get('retry-after'))).toBeGreaterThan(0);
    await ofrep.text();

    const other = await createApplication(server, admin.accountId);
    const key = await createEnvironmentKey(server, other.environmentIds[0] ?? '');
    await (await openStream('/api/sdk/stream', { authorization: `Bearer ${key}` })).cancel();

    for (const reader of readers) await reader.cancel();
    await expect
      .poll(async () => {
        const again = await fetch(`${origin}/api/sdk/stream`, { headers });
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });
});

describe('event streams', () => {
  it('send an SDK the revision at once and after each change, and the snapshot has that revision', async () => {
    const headers = { authorization: `Bearer ${await newKey()}` };
    const reader = await openStream('/api/sdk/stream', headers);
    await readUntil(reader, /"revision":\d+/);
    await createToggle('told-to-sdk');
    const event = await readUntil(reader, /"revision":\d+/);
    const revision = Number(/"revision":(\d+)/.exec(event)?.[1]);

    const response = await fetch(`${origin}/api/sdk/snapshot?revision=${revision}`, { headers });
    const snapshot = await response.json();
    expect(snapshot).toMatchObject({ revision, environment: { name: 'Production' } });
    expect(JSON.stringify(snapshot)).toContain('told-to-sdk');
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${origin}/api/sdk/snapshot`, {
      headers: { ...headers, 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
    await reader.cancel();
  });

  it('notify OFREP clients to evaluate again, at once if they missed a change', async () => {
    const path = await ofrepStreamPath(await newKey());
    const reader = await openStream(path, { 'last-event-id': await currentId(path) });
    await createToggle('told-to-ofrep');
    const told = await readUntil(reader, /refetchEvaluation.*\n\n/s);
    expect(told).toMatch(/refetchEvaluation/);
    requireOfrepEvents(told);
    await reader.cancel();

    const late = await openStream(path, { 'last-event-id': '0' });
    requireOfrepEvents(await readUntil(late, /refetchEvaluation.*\n\n/s));
    await late.cancel();
  });

  it('send an id at once, and notify a new client of a change in the last minute', async () => {
    const path = await ofrepStreamPath(await newKey());
    await createToggle('told-to-the-new');
    const fresh = await openStream(path);
    const told = await readUntil(fresh, /refetchEvaluation.*\n\n/s);
    expect(told).toMatch(/^id: \d+\nretry: \d+\n\n/);
    await fresh.cancel();

    const known = await openStream(`${path}&revision=${await currentId(path)}`);
    await createToggle('told-to-who-knew');
    const heard = await readUntil(known, /refetchEvaluation.*\n\n/s);
    expect(heard.match(/refetchEvaluation/g)).toHaveLength(1);
    await known.cancel();

    const uninterrupted = await openStream(path, { 'last-event-id': await currentId(path) });
    await createToggle('told-to-who-stayed');
    const events = await readUntil(uninterrupted, /refetchEvaluation.*\n\n/s);
    expect(events.match(/refetchEvaluation/g)).toHaveLength(1);
    await uninterrupted.cancel();
  });

  it('end when their key is replaced, and cannot be opened again', async () => {
    const path = await ofrepStreamPath(await newKey());
    const reader = await openStream(path);
    await newKey();
    expect(await readUntil(reader, /never/)).not.toContain('never');
    expect((await fetch(origin + path)).status).toBe(401);
  });

  it('SDK-05: end with their key on every node, and streams of the other kind of key stay open', async () => {
    const environmentId = application.environmentIds[0] ?? '';
    const serverKey = await newKey();
    const clientKey = async () => {
      const path = `/api/apps/${application.id}/env/${environmentId}/client-key`;
      const body = { password: PASSWORD };
      return (await server.call<{ key: string }>('POST', path, { token: admin.token, body })).body;
    };
    const { key } = await clientKey();
    const database = openDatabase(server.database.url, () => {});
    const other = await buildApp({
      config: readConfig({}),
      database,
      log: createLog('silent'),
      stopping: new AbortController().signal,
    });
    const there = await other.listen({ host: '127.0.0.1', port: 0 });
    const openBoth = async (path: string) => [
      await openStream(path),
      await openStream(path, {}, there),
    ];
    const ofClient = await openBoth(await ofrepStreamPath(key));
    const ofServer = await openStream(await ofrepStreamPath(serverKey));

    await clientKey();
    for (const reader of ofClient) expect(await readUntil(reader, /never/)).not.toContain('never');
    for (const http of [server.http, other]) {
      const ask = async () => {
        const headers = { authorization: `Bearer ${key}` };
        const url = '/ofrep/v1/evaluate/flags';
        return (await http.inject({ method: 'POST', url, headers, payload: { context: {} } }))
          .statusCode;
      };
      await expect.poll(ask).toBe(401);
    }
    await createToggle('told-to-the-server');
    expect(await readUntil(ofServer, /refetchEvaluation/)).toContain('refetchEvaluation');
    await ofServer.cancel();
    await other.close();
    await database.close();
  });

  it('a new key works at once, and the old one soon stops working', async () => {
    const old = await newKey();
    expect((await server.call('GET', '/api/toggles', { token: old })).status).toBe(200);
    const fresh = await newKey();
    expect((await server.call('GET', '/api/toggles', { token: fresh })).status).toBe(200);
    await expect
      .poll(async () => (await server.call('GET', '/api/toggles', { token: old })).status)
      .toBe(401);
  });
});

describe('HOS-16, FAIR-55: the stream of an edge node that uses an account key', () => {
  // A heartbeat comes when the test says so.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function newAccountKey() {
    const body = { password: PASSWORD };
    const { body: made } = await server.call<NewAccountKey>('POST', '/api/accounts/keys/new', {
      token: admin.token,
      body,
    });
    const { body: keys } = await server.call<AccountKey[]>('GET', '/api/accounts/keys', {
      token: admin.token,
    });
    return { key: made.key, id: keys.at(-1)?.id };
  }

  async function openFed(key: string) {
    const reader = await openStream('/api/sdk/stream', {
      authorization: `Bearer ${key}`,
      [EDGE_ENVIRONMENT_HEADER]: application.environmentIds[0] ?? '',
    });
    await readUntil(reader, /"revision":\d+/);
    return reader;
  }

  it('ends within 20 s after its key was deleted, with a heartbeat; that of another key goes on', async () => {
    const { key, id } = await newAccountKey();
    const { key: other } = await newAccountKey();
    const reader = await openFed(key);
    const kept = await openFed(other);
    await server.call('DELETE', `/api/accounts/keys/${id}`, { token: admin.token });
    vi.advanceTimersByTime(20_000);
    expect(await readUntil(reader, /never/)).not.toContain('never');
    await createToggle('told-to-the-other');
    expect(await readUntil(kept, /event: revision/)).toContain('event: revision');
    await kept.cancel();
  });

  it('goes on when the key of the environment is replaced, which it does not use', async () => {
    const { key } = await newAccountKey();
    const reader = await openFed(key);
    await newKey();
    await createToggle('told-to-the-edge');
    expect(await readUntil(reader, /event: revision/)).toContain('event: revision');
    vi.advanceTimersByTime(20_000);
    expect(await readUntil(reader, /still here/)).toContain('still here');
    await reader.cancel();
  });
});

describe('FAIR-51, FAIR-52: the streams of a replaced key, on two nodes', () => {
  it('stay open with both keys; ending the former key ends its own on both nodes, and keepHours 0 ends both', async () => {
    const company = await createCompany(server);
    const shop = await createApplication(server, company.accountId);
    const path = `/api/apps/${shop.id}/env/${shop.environmentIds[0]}`;
    const generate = async (keepHours: number) => {
      const body = { password: PASSWORD, keepHours };
      const call = { token: company.token, body };
      return (await server.call<string>('POST', `${path}/new-token`, call)).body;
    };
    const second = await startTestServer({ DATABASE_URL: server.database.url });
    const there = await second.http.listen({ host: '127.0.0.1', port: 0 });
    const openBoth = async (key: string) => {
      const readers = [];
      for (const at of [origin, there]) {
        readers.push(await openStream('/api/sdk/stream', { authorization: `Bearer ${key}` }, at));
        readers.push(await openStream(await ofrepStreamPath(key), {}, at));
      }
      return readers;
    };
    const isOver = async (reader: Awaited<ReturnType<typeof openStream>>) =>
      !(await readUntil(reader, /told-after/)).includes('told-after');

    const oldest = await generate(0);
    const first = await generate(1);
    const [ofOldest, ofFirst] = [await openBoth(oldest), await openBoth(first)];
    const ended = await server.call('DELETE', `${path}/former-keys/server`, company);
    expect(ended.status).toBe(204);
    for (const reader of ofOldest) expect(await isOver(reader)).toBe(true);

    const current = await generate(1);
    const ofCurrent = await openBoth(current);
    await generate(0);
    for (const reader of [...ofFirst, ...ofCurrent]) expect(await isOver(reader)).toBe(true);
    second.http.server.closeAllConnections();
    await second.close();
  });
});
