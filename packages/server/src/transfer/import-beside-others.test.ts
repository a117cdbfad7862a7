import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import { eq, sql as raw } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_JOB } from '../app.ts';
import { numberEntries } from '../platform/changes/number-entries.ts';
import { applications, environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { deliveries } from '../tables/deliveries.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { onLoneConnection } from '../testing/connections/on-lone-connection.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOLDER = '12345678 POST /api/somewhere';
const TOGGLES = 600;
const ENVIRONMENTS = ['Production', 'Staging', 'Test'];
const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } };

/** The longest that a value may be. */
const LONG_VALUES = ['a', 'b'].map((letter) => letter.repeat(10_000));

/** Large enough for a process of its own: more than 128 KiB. */
const DOCUMENT = {
  format: DOCUMENT_FORMAT,
  application: 'Shop',
  environments: ENVIRONMENTS,
  properties: [],
  targetGroups: [],
  toggles: named((name) => ({
    name,
    description: '',
    values: ['on', 'off'],
    defaultValue: 'off',
    valueType: 'STRING',
  })),
  experiments: ENVIRONMENTS.flatMap((environment) =>
    named((toggle) => ({
      environment,
      toggle,
      status: 'ACTIVE',
      salt: toggle,
      buckets: 10_000,
      rules: [EVERYONE],
    })),
  ),
};
/** As large, with little in it. */
const LONG_DOCUMENT = {
  ...DOCUMENT,
  toggles: DOCUMENT.toggles
    .slice(0, 10)
    .map((toggle) => ({ ...toggle, values: ['off', ...LONG_VALUES] })),
  experiments: [],
};
const ENTRIES = TOGGLES + TOGGLES * ENVIRONMENTS.length;

function named<Thing>(make: (name: string) => Thing): Thing[] {
  return Array.from({ length: TOGGLES }, (_, n) => make(`toggle-${n}`));
}

const lines: string[] = [];
let stopping: AbortController;
let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let other: TestApplication;

beforeAll(async () => {
  stopping = new AbortController();
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  server = await startTestServer({}, log, { stopping: stopping.signal });
  await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ENVIRONMENTS);
  other = await createApplication(server, admin.accountId);
});

/** Sends the document over a socket, so that the client can disconnect. */
function send(query = '', document: object = DOCUMENT) {
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
  const call = request({
    agent: false,
    method: 'POST',
    port,
    path: `/api/apps/${application.id}/import${query}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  });
  call.on('error', () => {}); // A test may abort the call itself.
  call.end(JSON.stringify(document));
  return call;
}

async function answered(call: ReturnType<typeof send>) {
  const [answer] = await once(call, 'response');
  return { status: answer.statusCode, body: (await json(answer)) as never };
}

/** Polls the number of connections that wait for a lock. */
function somebodyWaits() {
  return expect.poll(async () => {
    const { rows } = await server.database.sql.execute(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length;
  });
}

const countToggles = () =>
  server.database.sql.$count(toggles, eq(toggles.applicationId, application.id));

/** Locks a row as a save does, until it is released. */
async function hold(table: typeof applications | typeof environments, id: string) {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = onLoneConnection(server.database.url, async (sql) => {
    await sql.execute(raw`select set_config('application_name', ${HOLDER}, true)`);
    await sql.select({ id: table.id }).from(table).where(eq(table.id, id)).for('no key update');
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

/** How many processes of imports this process has, where there is /proc. */
function importProcesses(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '),
  );
  return children.filter((id) => id !== '' && commandOf(id).includes('import-job')).length;
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
}

describe('OPS-01: a large import', () => {
  it('writes its entries to both logs without gaps, and one message for the webhook', async () => {
    await server.database.sql
      .update(applications)
      .set({ notificationWebhook: 'https://example.com/hook' })
      .where(eq(applications.id, application.id));
    expect(await answered(send())).toMatchObject({ status: 200 });
    await numberEntries(server.database.sql);

    for (const log of [`/api/apps/${application.id}/audit-logs`, '/api/audit-logs']) {
      const { body } = await server.call<AuditPage>('GET', `${log}?size=100`, {
        token: admin.token,
      });
      expect(body).toMatchObject({ upTo: ENTRIES, totalPages: Math.ceil(ENTRIES / 100) });
      expect(body.items).toHaveLength(100);
    }
    const entries = await server.database.sql
      .select({
        inAccount: auditEntries.accountNumber,
        inApplication: auditEntries.applicationNumber,
      })
      .from(auditEntries)
      .where(eq(auditEntries.applicationId, application.id))
      .orderBy(auditEntries.sequence);
    const numbers = Array.from({ length: ENTRIES }, (_, index) => index + 1);
    expect(entries.map(({ inAccount }) => inAccount)).toEqual(numbers);
    expect(entries.map(({ inApplication }) => inApplication)).toEqual(numbers);
    const [message, ...more] = await server.database.sql
      .select()
      .from(deliveries)
      .where(eq(deliveries.applicationId, application.id));
    expect(message).toMatchObject({ changeCount: ENTRIES });
    expect(more).toEqual([]);
  });

  it('holds no lock that a save elsewhere in the account needs, until it commits', async () => {
    // The import writes the revisions of environments last.
    const release = await hold(environments, application.environmentIds[0] ?? '');
    const importing = answered(send());
    await somebodyWaits().toBe(1);
    const saved = await server.call('POST', `/api/apps/${other.id}/toggles`, {
      token: admin.token,
      body: { name: 'beside', values: ['a', 'b'], defaultValue: 'a' },
    });
    expect(saved.status).toBe(201);
    const { rows } = await server.database.sql.execute(
      "select application_name from pg_stat_activity where wait_event_type = 'Lock'",
    );
    expect(JSON.stringify(rows)).toContain('POST /api/apps/:appId/import');
    await release();
    expect(await importing).toMatchObject({ status: 200 });
  });

  it('a dry run holds no lock, not even on its own application', async () => {
    const release = await hold(applications, application.id);
    expect(await answered(send('?dryRun=true'))).toMatchObject({
      status: 200,
      body: { dryRun: true, changes: { length: ENTRIES } },
    });
    await release();
    expect(await countToggles()).toBe(0);
  });

  it('is rolled back when its client disconnects', async () => {
    const release = await hold(applications, application.id);
    const call = send();
    await somebodyWaits().toBe(1);
    call.destroy();
    await somebodyWaits().toBe(0);
    await release();
    expect(await countToggles()).toBe(0);
  });

  it('SERVICE_BUSY: a save that waits too long for a lock gets this code, and the log names the holder', async () => {
    const release = await hold(applications, application.id);
    const { status, headers, body } = await server.call(
      'POST',
      `/api/apps/${application.id}/toggles`,
      { token: admin.token, body: { name: 'late', values: ['a', 'b'], defaultValue: 'a' } },
    );
    expect({ status, body }).toMatchObject({ status: 503, body: { error_code: 'SERVICE_BUSY' } });
    expect(headers['retry-after']).toBeDefined();
    expect(lines.join('')).toContain(HOLDER);
    await release();
  });

  it('PAYLOAD_TOO_LARGE: runs out of memory, and nothing of it is stored', async () => {
    const small = await startTestServer({ DATABASE_URL: server.database.url }, undefined, {
      importJob: { ...IMPORT_JOB, heapMegabytes: 20 },
    });
    const { status, body } = await small.call('POST', `/api/apps/${application.id}/import`, {
      token: admin.token,
      body: DOCUMENT,
    });
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { error_code: 'PAYLOAD_TOO_LARGE' },
    });
    await small.close();
    const next = { name: 'after', values: ['a', 'b'], defaultValue: 'a' };
    const saved = await server.call('POST', `/api/apps/${application.id}/toggles`, {
      token: admin.token,
      body: next,
    });
    expect(saved.status).toBe(201);
    expect(await countToggles()).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'FAIR-43: of many at once, one process works at a time, and another company gets its turn',
    async () => {
      const neighbour = await createCompany(server);
      const { id } = await createApplication(server, neighbour.accountId, ENVIRONMENTS);
      const release = await hold(applications, application.id);
      const all = Array.from({ length: 14 }, () => answered(send('', LONG_DOCUMENT)));
      await somebodyWaits().toBe(1);
      const theirs = server.call('POST', `/api/apps/${id}/import`, {
        token: neighbour.token,
        body: LONG_DOCUMENT,
      });
      // Those that are refused at once have been by now.
      await Promise.race(all);
      expect(importProcesses()).toBe(1);
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, importProcesses());
      }, 20);
      await release();
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect((await theirs).status).toBe(200);
      clearInterval(watch);
      expect(most).toBe(1);
      expect(importProcesses()).toBe(0);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
      expect(statuses).toContain(200);
    },
  );

  it('ends when the service stops', async () => {
    await createToggle(server, application.id, { name: 'mine' });
    const release = await hold(applications, application.id);
    const call = answered(send());
    await somebodyWaits().toBe(1);
    stopping.abort();
    expect(await call).toMatchObject({ status: 503, body: { error_code: 'SERVICE_UNAVAILABLE' } });
    await somebodyWaits().toBe(0);
    await release();
    expect(await countToggles()).toBe(1);
  });
});
