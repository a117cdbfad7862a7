import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createToggle,
  PASSWORD,
  type TestApplication,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { cacheSnapshots } from './database-snapshots.ts';

let server: TestServer;
let accountId: string;
let token: string;
let application: TestApplication;
let experiments: { readonly known: string; readonly newer: string };
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ accountId, token } = await createCompany(server));
  application = await createApplication(server, accountId);
  key = await createEnvironmentKey(server, environment());
  experiments = { known: await turnOn('known'), newer: await turnOn('newer') };
});
afterAll(() => server.close());

function environment(of = application): string {
  return of.environmentIds[0] ?? '';
}

async function turnOn(name: string, inside = application): Promise<string> {
  const toggleId = await createToggle(server, inside.id, { name });
  return createExperiment(server, inside, toggleId, [
    { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
  ]);
}

/** Writes a type of rule that only a newer release knows, as that release would in its save. */
async function saveWithNewerRelease(experimentId: string): Promise<void> {
  await save(experimentId, 'pause');
  await server.database.sql.execute(
    sql`update experiments set rules = jsonb_set(rules, '{0,type}', '"PHASE_OF_MOON"')
      where id = ${experimentId}`,
  );
  await save(experimentId, 'restart');
}

function save(experimentId: string, what: 'pause' | 'restart') {
  const path = `/api/apps/${application.id}/envs/${environment()}/experiments/${experimentId}`;
  return server.call('POST', `${path}/${what}`, { token });
}

async function valuesOn(node: TestServer, credential = key) {
  const { status, body } = await node.call('GET', '/api/toggles?uid=ana', { token: credential });
  return { status, body };
}

it('T15: a rule of a newer release in the tables affects only its own toggle, on a running node and on one that starts', async () => {
  expect((await valuesOn(server)).body).toEqual({ known: 'enabled', newer: 'enabled' });

  await saveWithNewerRelease(experiments.newer);
  await expect
    .poll(async () => (await valuesOn(server)).body)
    .toEqual({ known: 'enabled', newer: 'disabled' });
  const evaluated = await server.call('POST', '/ofrep/v1/evaluate/flags/newer', {
    token: key,
    body: { context: { targetingKey: 'ana' } },
  });
  expect(evaluated).toMatchObject({ body: { errorCode: 'PARSE_ERROR' } });

  await save(experiments.known, 'pause');
  await expect
    .poll(async () => (await valuesOn(server)).body)
    .toEqual({ known: 'disabled', newer: 'disabled' });

  const started = await startTestServer({ DATABASE_URL: server.database.url });
  expect((await valuesOn(started)).body).toEqual({ known: 'disabled', newer: 'disabled' });
  await started.close();
});

it('T15: the key of an environment with such a rule can be replaced', async () => {
  const former = key;
  const path = `/api/apps/${application.id}/env/${environment()}/new-token`;
  const { body } = await server.call<string>('POST', path, {
    token,
    body: { password: PASSWORD },
  });
  await expect.poll(async () => (await valuesOn(server, former)).status).toBe(401);
  expect((await valuesOn(server, body)).status).toBe(200);
});

it('an environment that cannot be loaded keeps no other one from being loaded', async () => {
  // It is loaded first: those with the newest key are, and a time that is unknown counts as newest.
  const broken = await createApplication(server, accountId);
  await createEnvironmentKey(server, environment(broken));
  const experiment = await turnOn('broken', broken);
  await server.database.sql.transaction(async (inside) => {
    await inside.execute(sql`set local session_replication_role = replica`); // Without triggers.
    await inside.execute(sql`update experiments set rules = '{}' where id = ${experiment}`);
  });

  const snapshots = cacheSnapshots(server.database, createLog('silent'));
  await snapshots.caughtUp;
  expect(snapshots.held().map(({ id }) => id)).toEqual([environment()]);
  await snapshots.close();
});
