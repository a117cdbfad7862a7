import type { Metric } from '@comporta/contract/metrics/metric';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/metrics`;
});
afterAll(() => server.close());

const PURCHASE = { name: 'Purchase', kind: 'CONVERSION', eventKey: 'order:paid' };
let count = 0;

function post(body: object) {
  return server.call<Metric>('POST', path, { token: admin.token, body });
}
async function saved(body: object = {}): Promise<Metric> {
  count += 1;
  const { status, body: metric } = await post({ ...PURCHASE, key: `metric-${count}`, ...body });
  expect(status).toBe(201);
  return metric;
}

describe('metrics', () => {
  it('fields that are left out get defaults; the saved metric is the one that is read and listed', async () => {
    const created = await post({ ...PURCHASE, key: 'purchase' });
    expect(created).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(created.body).toEqual({
      ...PURCHASE,
      id: expect.any(String),
      appId: application.id,
      key: 'purchase',
      description: '',
      denominatorKey: '',
      numeratorOf: 'SUM',
      denominatorOf: 'SUM',
      better: 'UP',
      fromHours: 0,
      windowHours: 168,
      lookbackDays: 14,
      cap: { type: 'NONE' },
      margin: 0.05,
      trusted: false,
      version: 1,
    });
    const { id } = created.body;
    const read = await server.call('GET', `${path}/${id}`, { token: admin.token });
    expect(read.body).toEqual(created.body);
    const list = await server.call('GET', path, { token: admin.token });
    expect(list.body).toContainEqual({ ...created.body, usedBy: [] });
  });

  it.each([
    ['a denominator', { kind: 'COUNT', denominatorKey: 'visit' }, { denominatorKey: '' }],
    ['a start of the period', { kind: 'MEAN', fromHours: 24 }, { fromHours: 0 }],
    [
      'the value of a cap of type NONE',
      { cap: { type: 'NONE', value: 3 } },
      { cap: { type: 'NONE' } },
    ],
  ])('%s that the kind does not use is left out', async (_, body, stored) => {
    expect(await saved(body)).toMatchObject(stored);
  });

  it('every kind, cap and bound can be saved', async () => {
    const ratio = { kind: 'RATIO', denominatorKey: 'visit', better: 'DOWN' };
    expect(await saved(ratio)).toMatchObject(ratio);
    const retention = { kind: 'RETENTION', fromHours: 2_159, windowHours: 2_160, lookbackDays: 28 };
    expect(await saved(retention)).toMatchObject(retention);
    const capped = {
      kind: 'MEAN',
      cap: { type: 'ABSOLUTE', value: 0.5 },
      margin: 1,
      trusted: true,
    };
    expect(await saved(capped)).toMatchObject(capped);
    const least = { kind: 'COUNT', cap: { type: 'PERCENTILE', value: 100 }, windowHours: 1 };
    expect(await saved(least)).toMatchObject(least);
  });

  it('RSL-06, RES-116: a ratio of one event key needs two different figures of it', async () => {
    const ratio = { kind: 'RATIO', eventKey: 'order', denominatorKey: 'order' };
    for (const of of ['SUM', 'COUNT']) {
      expect(
        await post({ ...PURCHASE, ...ratio, key: 'same', numeratorOf: of, denominatorOf: of }),
      ).toMatchObject({
        status: 400,
        body: { error_code: 'DENOMINATOR_REQUIRED', meta_data: { at: ['denominatorKey'] } },
      });
    }
    expect(await post({ ...PURCHASE, ...ratio, key: 'same' })).toMatchObject({ status: 400 });
    expect(await saved({ ...ratio, denominatorOf: 'COUNT' })).toMatchObject({
      numeratorOf: 'SUM',
      denominatorOf: 'COUNT',
    });
    expect(await saved({ ...ratio, numeratorOf: 'COUNT' })).toMatchObject({
      numeratorOf: 'COUNT',
      denominatorOf: 'SUM',
    });
  });

  it('RES-116: what a side counts is kept when a page of the release before saves, and cleared with another kind', async () => {
    const ratio = { kind: 'RATIO', eventKey: 'order', denominatorKey: 'order' };
    const metric = await saved({ ...ratio, denominatorOf: 'COUNT' });
    const put = async (body: object) =>
      (await server.call<Metric>('PUT', `${path}/${metric.id}`, { token: admin.token, body })).body;
    const { numeratorOf: _, denominatorOf: __, ...former } = metric;
    const named = { ...former, name: 'Value per order' };
    expect(await put(named)).toMatchObject({ name: named.name, denominatorOf: 'COUNT' });
    expect(await put({ ...former, kind: 'MEAN' })).toMatchObject({ denominatorOf: 'SUM' });
  });

  it('DUPLICATE_KEY: keys are unique within an application, whatever their case', async () => {
    const { key } = await saved();
    expect(await post({ ...PURCHASE, key: key.toUpperCase() })).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATE_KEY', meta_data: { at: ['key'] } },
    });
    const other = await createApplication(server, admin.accountId);
    const elsewhere = { token: admin.token, body: { ...PURCHASE, key } };
    expect((await server.call('POST', `/api/apps/${other.id}/metrics`, elsewhere)).status).toBe(
      201,
    );
  });

  it('a stale If-Match saves and deletes nothing; a deleted metric is gone', async () => {
    const metric = await saved();
    const one = `${path}/${metric.id}`;
    const body = { ...metric, name: 'Paid orders' };
    const edited = await server.call<Metric>('PUT', one, { token: admin.token, body });
    expect(edited.body).toEqual({ ...body, version: 2 });
    const stale = { token: admin.token, headers: { 'if-match': '"1"' } };
    const refused = { status: 412, body: { error_code: 'VERSION_CONFLICT' } };
    expect(await server.call('PUT', one, { ...stale, body: metric })).toMatchObject(refused);
    expect(await server.call('DELETE', one, stale)).toMatchObject(refused);
    expect((await server.call('DELETE', one, { token: admin.token })).status).toBe(204);
    expect((await server.call('GET', one, { token: admin.token })).status).toBe(404);
  });

  it('users of other companies cannot see, change or delete them', async () => {
    const { id } = await saved();
    const stranger = await createCompany(server);
    const foreign = await createApplication(server, stranger.accountId);
    for (const at of [`${path}/${id}`, `/api/apps/${foreign.id}/metrics/${id}`]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { ...PURCHASE, key: 'taken' } : undefined;
        const answer = await server.call(method, at, { token: stranger.token, body });
        expect([403, 404], `${method} ${at}`).toContain(answer.status);
      }
    }
  });

  it('an edit is in the audit log and does not raise the revision of environments', async () => {
    const revisions = () =>
      server.database.sql
        .select({ revision: environments.revision })
        .from(environments)
        .where(eq(environments.applicationId, application.id));
    const before = await revisions();
    const { id, key } = await saved({ cap: { type: 'PERCENTILE', value: 99 } });
    expect(await revisions()).toEqual(before);
    const entries = await server.database.sql
      .select({ name: auditEntries.entityName, after: auditEntries.after })
      .from(auditEntries)
      .where(and(eq(auditEntries.entityId, id), eq(auditEntries.entityType, 'metric')));
    expect(entries).toMatchObject([{ name: key, after: { key, eventKey: 'order:paid' } }]);
    const log = await server.call<{ items: { headline: string; items: string[] }[] }>(
      'GET',
      `/api/audit-logs?entity=${id}`,
      { token: admin.token },
    );
    const [entry] = log.body.items;
    expect(entry?.headline).toBe(`Ana created metric “${key}”`);
    expect(entry?.items).toEqual(
      expect.arrayContaining([
        'kind: Conversion',
        'better: up',
        'cap: a percentile, fixed at the start: 99',
      ]),
    );
  });
});
