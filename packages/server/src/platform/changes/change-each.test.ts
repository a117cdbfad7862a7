import type { BulkRow } from '@comporta/contract/bulk';
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applications, environments } from '../../tables/applications.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { experiments } from '../../tables/experiments.ts';
import { toggles } from '../../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const EVERYONE = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
} as const;

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  await server.database.sql
    .update(applications)
    .set({ notificationWebhook: 'https://1.1.1.1/hook' })
    .where(eq(applications.id, application.id));
});

async function send(where: string, body: object) {
  const path = `/api/apps/${application.id}/${where}/bulk`;
  return server.call<{ results: BulkRow[]; error_code?: string; meta_data?: object }>(
    'POST',
    path,
    { token: admin.token, body },
  );
}

async function results(where: string, body: object): Promise<BulkRow[]> {
  const answer = await send(where, body);
  expect(answer.status).toBe(200);
  return answer.body.results;
}

function inProduction(): string {
  return `envs/${application.environmentIds[0]}/experiments`;
}

function entriesSince(sequence: number) {
  return server.database.sql
    .select({ action: auditEntries.action, entityId: auditEntries.entityId })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.applicationId, application.id), gt(auditEntries.sequence, sequence)),
    );
}

function notifications() {
  return server.database.sql
    .select({ changeCount: deliveries.changeCount })
    .from(deliveries)
    .where(eq(deliveries.applicationId, application.id));
}

async function revisions() {
  const rows = await server.database.sql
    .select({ id: environments.id, revision: environments.revision })
    .from(environments)
    .where(eq(environments.applicationId, application.id));
  return application.environmentIds.map((id) => rows.find((row) => row.id === id)?.revision);
}

const newToggle = () => createToggle(server, application.id);
const newExperiment = async () =>
  createExperiment(server, application, await newToggle(), [EVERYONE]);

describe('many experiments at once', () => {
  it('CDW-19: pausing 60, of which 3 are paused and 1 is deleted, changes 56 and returns a code for 4', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.push(await newExperiment());
    const paused = ids.slice(0, 3);
    const { sql } = server.database;
    for (const id of paused) {
      await sql.update(experiments).set({ status: 'PAUSED' }).where(eq(experiments.id, id));
    }
    const gone = ids[59] ?? '';
    await sql.delete(experiments).where(eq(experiments.id, gone));
    const before = await revisions();

    const rows = await results(inProduction(), { ids: [...ids, ids[5]], action: 'PAUSE' });
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows.filter(({ error_code }) => error_code !== undefined)).toEqual([
      ...paused.map((id) => ({ id, error_code: 'UNCHANGED' })),
      { id: gone, error_code: 'NOT_FOUND' },
    ]);
    const entries = await entriesSince(0);
    expect(entries).toHaveLength(56);
    expect(new Set(entries.map(({ entityId }) => entityId)).size).toBe(56);
    expect(entries.every(({ action }) => action === 'PAUSED')).toBe(true);
    expect(await notifications()).toEqual([{ changeCount: 56 }]);
    const [production = 0, test] = await revisions();
    expect([production > (before[0] ?? 0), test]).toEqual([true, before[1]]);
    const list = await server.call<{ status: string }[]>(
      'GET',
      `/api/apps/${application.id}/${inProduction()}`,
      { token: admin.token },
    );
    expect(list.body.map(({ status }) => status)).toEqual(Array(59).fill('PAUSED'));
  });

  it('CDW-20: an id of another application is NOT_FOUND, like an id that does not exist', async () => {
    const mine = await newExperiment();
    const other = await createApplication(server, admin.accountId);
    const toggle = await createToggle(server, other.id);
    const theirs = await createExperiment(server, other, toggle, [EVERYONE]);
    const inTest = await createExperiment(
      server,
      { ...application, environmentIds: [application.environmentIds[1] ?? ''] },
      await newToggle(),
      [EVERYONE],
    );
    const ids = [theirs, inTest, 'nonsense', mine];
    const refused = ids.slice(0, 3).map((id) => ({ id, error_code: 'NOT_FOUND' }));
    for (const action of ['PAUSE', 'DELETE']) {
      expect(await results(inProduction(), { ids, action })).toEqual([...refused, { id: mine }]);
    }
    expect(await results('toggles', { ids: [toggle], action: 'DELETE' })).toEqual([
      { id: toggle, error_code: 'NOT_FOUND' },
    ]);
    const left = await server.database.sql
      .select({ id: experiments.id, status: experiments.status })
      .from(experiments);
    for (const id of [theirs, inTest]) expect(left).toContainEqual({ id, status: 'ACTIVE' });
  });

  it('are cloned unless the target has one; a refused clone leaves nothing behind', async () => {
    const [one, other] = [await newExperiment(), await newExperiment()];
    const destEnvId = application.environmentIds[1];
    const clone = { ids: [one, other], action: 'CLONE', destEnvId };
    await results(inProduction(), { ...clone, ids: [other] });
    const [cloned, refused] = await results(inProduction(), clone);
    expect(cloned).toEqual({ id: one });
    expect(refused).toMatchObject({ id: other, error_code: 'TOGGLE_HAS_EXPERIMENT' });
    const there = `/api/apps/${application.id}/envs/${destEnvId}/experiments`;
    expect((await server.call('GET', there, { token: admin.token })).body).toHaveLength(2);
    expect(await entriesSince(0)).toHaveLength(2);
    const nowhere = { ...clone, destEnvId: admin.id };
    expect((await send(inProduction(), nowhere)).body.error_code).toBe('UNKNOWN_ENVIRONMENT');
  });
});

describe('many toggles at once', () => {
  const tagsOf = async (ids: readonly string[]) => {
    const rows = await server.database.sql
      .select({ id: toggles.id, tags: toggles.tags })
      .from(toggles)
      .where(eq(toggles.applicationId, application.id));
    return ids.map((id) => rows.find((row) => row.id === id)?.tags);
  };

  it('can be tagged and untagged, given and rid of an owner, archived, unarchived and deleted', async () => {
    const ids = [await newToggle(), await newToggle()];
    const both = ids.map((id) => ({ id }));
    const neither = ids.map((id) => ({ id, error_code: 'UNCHANGED' }));
    expect(await results('toggles', { ids, action: 'ADD_TAGS', tags: ['#SEO', 'web'] })).toEqual(
      both,
    );
    expect(await tagsOf(ids)).toEqual([
      ['seo', 'web'],
      ['seo', 'web'],
    ]);
    expect(await results('toggles', { ids, action: 'ADD_TAGS', tags: ['seo'] })).toEqual(neither);
    expect(await results('toggles', { ids, action: 'REMOVE_TAGS', tags: ['seo'] })).toEqual(both);
    expect(await tagsOf(ids)).toEqual([['web'], ['web']]);
    const owner = { ids, action: 'SET_OWNER', ownerId: admin.id };
    expect(await results('toggles', owner)).toEqual(both);
    expect(await results('toggles', { ...owner, ownerId: null })).toEqual(both);
    expect(await results('toggles', { ids, action: 'ARCHIVE' })).toEqual(both);
    expect(await results('toggles', { ids, action: 'UNARCHIVE' })).toEqual(both);
    expect(await results('toggles', { ids, action: 'DELETE' })).toEqual(both);
    expect(await results('toggles', { ids, action: 'DELETE' })).toEqual(
      ids.map((id) => ({ id, error_code: 'NOT_FOUND' })),
    );
  });

  it('return a reason for each refused toggle: what uses it, or the limit of tags', async () => {
    const used = await newToggle();
    const experiment = await createExperiment(server, application, used, [EVERYONE]);
    for (const action of ['ARCHIVE', 'DELETE']) {
      expect(await results('toggles', { ids: [used], action })).toMatchObject([
        { id: used, error_code: 'EXPERIMENT_EXISTS', meta_data: { items: [{ id: experiment }] } },
      ]);
    }
    const ten = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    await results('toggles', { ids: [used], action: 'ADD_TAGS', tags: ten });
    const free = await newToggle();
    const more = { ids: [used, free], action: 'ADD_TAGS', tags: ['one-more'] };
    expect(await results('toggles', more)).toMatchObject([
      { id: used, error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'tags', limit: 10 } },
      { id: free },
    ]);
  });

  it('ignore If-Match, which is the version of one', async () => {
    const id = await newToggle();
    const answer = await server.call('POST', `/api/apps/${application.id}/toggles/bulk`, {
      token: admin.token,
      body: { ids: [id], action: 'DELETE' },
      headers: { 'if-match': '"7"' },
    });
    expect(answer).toMatchObject({ status: 200, body: { results: [{ id }] } });
  });

  it('are refused as a whole when the request itself is invalid', async () => {
    const ids = [await newToggle()];
    const stranger = await createUser(server, admin.accountId);
    const cases = [
      [{ ids, action: 'ADD_TAGS', tags: ['not a tag'] }, 'INVALID_TAG'],
      [{ ids, action: 'SET_OWNER', ownerId: stranger.id }, 'UNKNOWN_OWNER'],
      [{ ids: Array(201).fill(ids[0]), action: 'DELETE' }, 'LIMIT_EXCEEDED'],
      [{ ids, action: 'PAUSE' }, 'INVALID_BODY'],
    ] as const;
    for (const [body, code] of cases) {
      expect(await send('toggles', body)).toMatchObject({
        status: 400,
        body: { error_code: code },
      });
    }
    expect(await entriesSince(0)).toEqual([]);
  });
});
