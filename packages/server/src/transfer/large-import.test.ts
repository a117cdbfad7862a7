import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aThirdOf } from '../acceptance/nightly.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const BYTES = 32 * 1024 * 1024;
const EMPTY = {
  format: DOCUMENT_FORMAT,
  application: 'Shop',
  environments: ['Production'],
  properties: [],
  targetGroups: [],
  toggles: [],
  experiments: [],
};
const TOGGLE = { name: 'same', values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' };

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/import`;
  await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

function open(size: number) {
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
  return request({
    method: 'POST',
    port,
    path,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'content-length': size,
    },
  });
}

async function send(body: Buffer) {
  const call = open(body.length);
  call.end(body);
  const [answer] = await once(call, 'response');
  return { status: answer.statusCode, body: await json(answer) };
}

/** As many items as fit into 32 MiB. */
function repeated(start: string, item: string, end: string): Buffer {
  const count = Math.floor((BYTES - start.length - end.length) / (item.length + 1));
  const body = Buffer.from(`${start}${`${item},`.repeat(count - 1)}${item}${end}`);
  expect(body.length).toBeGreaterThan(BYTES * 0.99);
  return body;
}

const [beforeToggles = '', afterToggles = ''] = JSON.stringify({ ...EMPTY, toggles: ['*'] }).split(
  '"*"',
);
const large = (name: string) =>
  JSON.stringify({
    ...TOGGLE,
    name,
    description: 'x'.repeat(2_000),
    values: ['on', 'y'.repeat(400)],
  });

const BODIES: readonly (readonly [what: string, code: string, make: () => Buffer])[] = [
  ['an object of 3 million members', 'LIMIT_EXCEEDED', () => repeated('{', '"k":12345', '}')],
  ['11 million empty lists', 'LIMIT_EXCEEDED', () => repeated('[', '[]', ']')],
  ['text that is not JSON', 'INVALID_JSON', () => repeated('[', `"${'x'.repeat(40)}"`, '')],
  ['one text', 'INVALID_BODY', () => repeated('"', 'xxxxxxxx', '"')],
  [
    'a toggle of more nodes than can be saved',
    'LIMIT_EXCEEDED',
    () =>
      Buffer.from(
        JSON.stringify({
          ...EMPTY,
          toggles: [
            {
              ...TOGGLE,
              values: Array.from({ length: 60_000 }, (_, n) => `value ${n}`.padEnd(40)),
            },
          ],
        }),
      ),
  ],
  [
    'toggles of one name',
    'DUPLICATE_NAME',
    () => repeated(beforeToggles, large('same'), afterToggles),
  ],
  [
    'the maximum number of small toggles',
    'DUPLICATE_NAME',
    () =>
      Buffer.from(
        `${beforeToggles}${`${JSON.stringify(TOGGLE)},`.repeat(200_000)}${JSON.stringify(TOGGLE)}${afterToggles}`,
      ),
  ],
];

describe('SEC-01: while an import of 32 MiB is read', () => {
  it.each(aThirdOf('imports of 32 MiB', BODIES))(
    '%s: the event loop is free again within 300 ms',
    async (_what, code, make) => {
      const body = make();
      const loop = watchEventLoop();
      const answer = await send(body);
      const longestMs = loop.stop();
      expect(answer.body, JSON.stringify(answer.body).slice(0, 300)).toMatchObject({
        error_code: code,
      });
      expect(longestMs).toBeLessThan(300);
    },
  );

  it('a document that another process has read is imported unchanged', async () => {
    const uids = Array.from({ length: 12_000 }, (_, n) => `user-${n}`.padEnd(100, 'x'));
    const document = {
      ...EMPTY,
      properties: [{ key: 'country', type: 'STRING', description: 'ISO 3166' }],
      targetGroups: [
        {
          name: 'Many',
          description: '',
          policy: 'OR',
          conditions: Array.from({ length: 12 }, (_, part) => ({
            property: 'uid',
            expression: 'IN',
            term: uids.slice(part * 900, part * 900 + 900).join(','),
          })),
        },
      ],
      toggles: [TOGGLE],
    };
    const body = Buffer.from(JSON.stringify(document));
    expect(body.length).toBeGreaterThan(1024 * 1024);
    expect(await send(body)).toMatchObject({ status: 200, body: { changes: { length: 3 } } });
    const { body: exported } = await server.call<typeof document>(
      'GET',
      path.replace('import', 'export'),
      { token: admin.token },
    );
    expect(exported).toMatchObject({ ...document, application: expect.any(String) });
  });

  it('of three imports of 32 MiB, one is refused with RATE_LIMITED; there is room again when they have ended', async () => {
    const calls = [open(BYTES), open(BYTES), open(BYTES)];
    for (const call of calls) {
      call.on('error', () => {}); // It is destroyed below.
      call.flushHeaders();
    }
    const [refused] = await Promise.race(calls.map((call) => once(call, 'response')));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await json(refused)).toMatchObject({ error_code: 'RATE_LIMITED' });

    for (const call of calls) call.destroy();
    await expect.poll(async () => (await send(Buffer.from('[]'.padEnd(BYTES)))).status).toBe(400);
  });
});

/**
 * Measures the longest processor time, in ms, of one turn of the event loop: how long others wait, independent of how
 * busy the machine is.
 */
function watchEventLoop(): { stop(): number } {
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let before = spentMs();
  const timer = setInterval(() => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
