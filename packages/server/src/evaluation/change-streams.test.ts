import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let url: string;
let headers: { readonly authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  const key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
  headers = { authorization: `Bearer ${key}` };
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
  url = `http://127.0.0.1:${port}/api/sdk`;
});
afterAll(async () => {
  server.http.server.closeAllConnections();
  await server.close();
});

async function save(name: string): Promise<void> {
  const body = { name, values: ['on', 'off'], defaultValue: 'off' };
  const path = `/api/apps/${application.id}/toggles`;
  expect((await server.call('POST', path, { token: admin.token, body })).status).toBe(201);
}

async function tagNow(): Promise<string> {
  const answer = await fetch(`${url}/snapshot`, { headers });
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}

/** Opens a stream and returns a function for its next event; what a stream begins with besides is left out. */
async function open(query: string): Promise<() => Promise<string>> {
  const answer = await fetch(`${url}/stream${query}`, { headers });
  expect(answer.status).toBe(200);
  if (answer.body === null) throw new Error('no body');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n');
      const block = text.slice(0, end + 2);
      if (end !== -1) text = text.slice(end + 2);
      if (end !== -1 && block.includes('event: ')) return block;
      if (end === -1) text += (await reader.read()).value ?? '';
    }
  };
}

const changesIn = (event: string) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}');

it('SCL-01: without the parameter, a stream has the bytes of the release before', async () => {
  const next = await open('');
  const first = await next();
  const revision = Number(/"revision":(\d+)/.exec(first)?.[1]);
  expect(first).toBe(`id: ${revision}\nevent: revision\ndata: {"revision":${revision}}\n\n`);
  await save('without');
  const then = revision + 1;
  expect(await next()).toBe(`id: ${then}\nevent: revision\ndata: {"revision":${then}}\n\n`);
});

it.each([
  '',
  '%22c-unknown%22',
  'c-without-quotes',
  `%22${'x'.repeat(5_000)}%22`,
  'a&changes=b',
  '%00',
])('SCL-01: a stream is never refused for its tag: %s', async (tag) => {
  const next = await open(`?changes=${tag}`);
  expect(await next()).toContain('event: revision\n');
  await save(`after-${tag.length}`);
  expect(changesIn(await next())).toMatchObject({ changes: 1, counts: { properties: 0 } });
});

it('SCL-02, SCL-05: a save is one event of some hundred bytes; who comes back gets all that was missed', async () => {
  const from = await tagNow();
  const tag = encodeURIComponent(from);
  const next = await open(`?changes=${tag}`);
  expect(await next()).toContain('event: revision\n');
  await save('first');
  const event = await next();
  expect(Buffer.byteLength(event)).toBeLessThan(4_000);
  const changes = changesIn(event);
  expect(changes).toMatchObject({
    from,
    to: await tagNow(),
    put: { toggles: [{ name: 'first' }] },
  });
  await save('second');
  expect(changesIn(await next())).toMatchObject({ from: changes.to });

  const back = await open(`?changes=${tag}`);
  const missed = changesIn(await back());
  expect(missed).toMatchObject({ from, to: await tagNow() });
  const names = missed.put.toggles.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['first', 'second']);
});
