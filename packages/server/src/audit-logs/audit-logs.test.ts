import type { AuditEntry, AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { Property } from '@comporta/contract/properties/property';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Company {
  readonly admin: TestUser;
  readonly application: TestApplication;
  readonly log: string;
}

async function newCompany(): Promise<Company> {
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  return { admin, application, log: `/api/apps/${application.id}/audit-logs` };
}

function createProperty({ admin, application }: Company, key: string) {
  const path = `/api/apps/${application.id}/properties`;
  const body = { key, type: 'STRING', description: 'a' };
  return server.call<Property>('POST', path, { token: admin.token, body });
}

async function createProperties(company: Company, keys: readonly string[]): Promise<void> {
  for (const key of keys) await createProperty(company, key);
}

function read(url: string, { token }: TestUser) {
  return server.call<AuditPage>('GET', url, { token });
}

async function keysAt(url: string, reader: TestUser): Promise<string[]> {
  return (await read(url, reader)).body.items.map((entry) => entry.entity.name);
}

describe('an entry', () => {
  it('has the time at which it was recorded, however long its change waited for others', async () => {
    const company = await newCompany();
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    await Promise.all(keys.map((key) => createProperty(company, key)));
    const { items } = (await read(company.log, company.admin)).body;
    const times = items.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('says who changed what, in words and as data', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    const { body: property } = await createProperty(company, 'country');
    await server.call('PUT', `/api/apps/${application.id}/properties/${property.id}`, {
      token: admin.token,
      body: { key: 'country', type: 'STRING', description: 'b' },
    });
    const { status, body } = await read(log, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalPages: 1, upTo: 2 });
    const [edited, created] = body.items;
    expect(edited).toEqual({
      id: '2',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      action: 'EDITED',
      headline: 'Ana edited property “country”',
      details: expect.stringMatching(/^Application “Checkout /),
      items: ['description: “a” → “b”'],
      itemWords: [
        ['description: “', { as: 'name', text: 'a' }, '” → “', { as: 'name', text: 'b' }, '”'],
      ],
      actor: { kind: 'user', id: admin.id, name: 'Ana', email: admin.email },
      entity: { type: 'property', id: property.id, name: 'country' },
      appId: application.id,
      changes: [{ path: 'description', before: 'a', after: 'b' }],
    } satisfies AuditEntry);
    expect(created).toMatchObject({
      id: '1',
      action: 'CREATED',
      items: ['type: Text', 'description: “a”'],
    });
  });

  it('is in the language of the reader', async () => {
    const company = await newCompany();
    await createProperty(company, 'plan');
    const reader = await createUser(server, company.admin.accountId, { admin: true });
    await server.database.sql.update(users).set({ language: 'pt' }).where(eq(users.id, reader.id));
    const [entry] = (await read(company.log, reader)).body.items;
    expect(entry).toMatchObject({
      headline: 'Ana criou a propriedade “plan”',
      items: ['tipo: Texto', 'descrição: “a”'],
    });
  });

  it('CDW-69: marks the values that users get, and nothing where nothing is quoted', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    const body = { name: 'banner', values: ['red', 'blue'], defaultValue: 'blue' };
    const path = `/api/apps/${application.id}/toggles`;
    const { body: toggle } = await server.call<{ id: string }>('POST', path, {
      token: admin.token,
      body,
    });
    await server.call('PUT', `${path}/${toggle.id}`, {
      token: admin.token,
      body: { ...body, defaultValue: 'red' },
    });
    await server.call('POST', `${path}/${toggle.id}/archive`, { token: admin.token });
    const [archived, edited] = (await read(log, admin)).body.items;
    expect(edited?.items).toEqual(['default value: “blue” → “red”']);
    expect(edited?.itemWords).toEqual([
      [
        'default value: ',
        { as: 'value', text: 'blue', plain: '“blue”' },
        ' → ',
        { as: 'value', text: 'red', plain: '“red”' },
      ],
    ]);
    expect(archived?.items).not.toEqual([]);
    expect(archived).not.toHaveProperty('itemWords');
  });

  it('describes conditions with the names at the time of the change', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    const { body: property } = await createProperty(company, 'region');
    const conditions = [{ propertyId: property.id, expression: 'IN', term: 'north,south' }];
    await server.call('POST', `/api/apps/${application.id}/target-groups`, {
      token: admin.token,
      body: { name: 'Beta', policy: 'AND', conditions },
    });
    await server.call('PUT', `/api/apps/${application.id}/properties/${property.id}`, {
      token: admin.token,
      body: { key: 'area' },
    });
    const [entry] = (await read(`${log}?entity=targetGroup`, admin)).body.items;
    expect(entry?.headline).toBe('Ana created target group “Beta”');
    expect(entry?.items).toContain('Condition #1: region is one of north, south');
    expect(entry?.itemWords).toContainEqual([
      'Condition #1: ',
      { as: 'name', text: 'region' },
      ' is one of ',
      { as: 'term', text: 'north' },
      ', ',
      { as: 'term', text: 'south' },
    ]);
  });
});

describe('pages', () => {
  it('are newest first, without gaps or repetitions; a page beyond the last is empty', async () => {
    const company = await newCompany();
    const { admin, log } = company;
    expect((await read(log, admin)).body).toEqual({ items: [], totalPages: 0, upTo: 0 });
    await createProperties(company, ['a', 'b', 'c', 'd', 'e']);
    const first = await read(`${log}?size=2`, admin);
    expect(first.body).toMatchObject({ totalPages: 3, upTo: 5 });
    expect(await keysAt(`${log}?page=1&size=2`, admin)).toEqual(['e', 'd']);
    expect(await keysAt(`${log}?page=2&size=2`, admin)).toEqual(['c', 'b']);
    expect(await keysAt(`${log}?page=3&size=2`, admin)).toEqual(['a']);
    expect((await read(`${log}?page=4&size=2`, admin)).body).toMatchObject({
      items: [],
      totalPages: 3,
    });
    expect(await keysAt(`${log}?page=999999999&size=1000`, admin)).toEqual([]);
  });

  it('do not shift while entries arrive, when requested with the `upTo` of the first page', async () => {
    const company = await newCompany();
    const { admin, log } = company;
    await createProperties(company, ['a', 'b', 'c', 'd']);
    const { upTo } = (await read(`${log}?size=2`, admin)).body;
    await createProperties(company, ['later', 'latest']);
    const second = await read(`${log}?size=2&page=2&upTo=${upTo}`, admin);
    expect(second.body).toMatchObject({ totalPages: 2, upTo });
    expect(second.body.items.map((entry) => entry.entity.name)).toEqual(['b', 'a']);
    const filtered = `${log}?size=2&page=2&upTo=${upTo}&action=CREATED`;
    expect(await keysAt(filtered, admin)).toEqual(['b', 'a']);
    expect((await read(`${log}?upTo=99`, admin)).body.upTo).toBe(6);
  });

  it('number entries without gaps when many are recorded concurrently in two applications', async () => {
    const company = await newCompany();
    const { admin } = company;
    const other = { ...company, application: await createApplication(server, admin.accountId) };
    const keys = Array.from({ length: 15 }, (_, index) => `key-${index}`);
    await Promise.all([
      ...keys.map((key) => createProperty(company, key)),
      ...keys.map((key) => createProperty(company, key)), // refused, and leaves no gap
      ...keys.map((key) => createProperty(other, key)),
    ]);
    const whole = (await read('/api/audit-logs?size=100', admin)).body;
    expect(whole.items.map((entry) => Number(entry.id))).toEqual(
      Array.from({ length: 30 }, (_, index) => 30 - index),
    );
    expect((await read(`${company.log}?size=100`, admin)).body.items).toHaveLength(15);
  });

  it.each(['page=0', 'page=-1', 'page=one', 'page=1.5', 'size=0', 'size='])(
    'INVALID_PAGE: ?%s is not a whole number of at least 1',
    async (query) => {
      const { admin, log } = await newCompany();
      for (const url of [`${log}?${query}`, `/api/audit-logs?${query}`]) {
        expect(await read(url, admin)).toMatchObject({
          status: 400,
          body: { error_code: 'INVALID_PAGE' },
        });
      }
    },
  );

  it.each(['page=1000000000', `page=${'9'.repeat(400)}&size=100`])(
    'SPEC-02: are empty beyond the last one, however large the number: ?%s',
    async (query) => {
      const company = await newCompany();
      await createProperty(company, 'first');
      for (const url of [`${company.log}?${query}`, `/api/audit-logs?${query}&action=EDITED`]) {
        expect(await read(url, company.admin)).toMatchObject({ status: 200, body: { items: [] } });
      }
    },
  );

  it('have at most 100 entries, whatever size is requested', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    await createProperty(company, 'first');
    await server.database.sql.insert(auditEntries).values(
      Array.from({ length: 100 }, (_, index) => ({
        accountId: admin.accountId,
        accountNumber: -index,
        applicationId: application.id,
        applicationNumber: -index,
        action: 'EDITED' as const,
        entityType: 'application' as const,
        entityId: application.id,
        entityName: 'Checkout',
        actor: { kind: 'system' as const, id: '', name: '' },
      })),
    );
    expect((await read(`${log}?size=500`, admin)).body.items).toHaveLength(100);
  });
});

describe('filters', () => {
  it('select by action, actor, entity and time, alone and combined', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    const { body: first } = await createProperty(company, 'first');
    await createProperty(company, 'second');
    const other = await createUser(server, admin.accountId, { apps: [application.id] });
    const path = `/api/apps/${application.id}/properties/${first.id}`;
    await server.call('DELETE', path, { token: other.token });
    const times = (await read(log, admin)).body.items.map((entry) => entry.timestamp);
    const today = times[0]?.slice(0, 10);

    expect(await keysAt(`${log}?action=DELETED`, admin)).toEqual(['first']);
    expect(await keysAt(`${log}?actor=${other.id}`, admin)).toEqual(['first']);
    expect(await keysAt(`${log}?actor=${admin.id}`, admin)).toEqual(['second', 'first']);
    expect(await keysAt(`${log}?entity=${first.id}`, admin)).toEqual(['first', 'first']);
    expect(await keysAt(`${log}?entity=property&action=CREATED`, admin)).toEqual([
      'second',
      'first',
    ]);
    expect(await keysAt(`${log}?entity=toggle`, admin)).toEqual([]);
    expect(await keysAt(`${log}?entity=nonsense`, admin)).toEqual([]);
    expect(await keysAt(`${log}?from=${today}&to=${today}`, admin)).toHaveLength(3);
    expect(await keysAt(`${log}?to=2020-01-01`, admin)).toEqual([]);
    expect(await keysAt(`${log}?from=${times[1]}&to=${times[1]}`, admin)).toContain('second');
    expect(await keysAt(`/api/audit-logs?entity=${first.id}&action=DELETED`, admin)).toEqual([
      'first',
    ]);
    const page = await read(`${log}?actor=${admin.id}&size=1&page=2`, admin);
    expect(page.body).toMatchObject({ totalPages: 2, items: [{ entity: { name: 'first' } }] });
  });

  it('CDW-52: select by words in the names of the entity and of the actor', async () => {
    const company = await newCompany();
    const { admin, application, log } = company;
    await createProperties(company, ['checkout.step', 'country']);
    const apps = [application.id];
    const other = await createUser(server, admin.accountId, { name: 'João Conceição', apps });
    await createProperty({ ...company, admin: other }, 'plan');
    expect(await keysAt(`${log}?q=STEP+check`, admin)).toEqual(['checkout.step']);
    expect(await keysAt(`${log}?q=joao+conceicao`, admin)).toEqual(['plan']);
    expect(await keysAt(`${log}?q=João+plan&action=CREATED`, admin)).toEqual(['plan']);
    expect(await keysAt(`${log}?q=joao+country`, admin)).toEqual([]);
    expect(await keysAt(`${log}?q=+`, admin)).toHaveLength(3);
  });

  it.each([
    `q=${'x'.repeat(101)}`,
    'action=READ',
    'from=yesterday',
    'to=2025-02-30',
    'from=0000-01-01',
    'upTo=-1',
  ])('INVALID_QUERY: ?%s', async (query) => {
    const { admin, log } = await newCompany();
    expect(await read(`${log}?${query}`, admin)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_QUERY' },
    });
  });
});

describe('access to the audit log', () => {
  it("FORBIDDEN: users without a grant cannot read an application's log; only admins read the account's", async () => {
    const { admin, application, log } = await newCompany();
    const outsider = await createUser(server, admin.accountId);
    const insider = await createUser(server, admin.accountId, { apps: [application.id] });
    expect((await read(log, insider)).status).toBe(200);
    for (const [url, user] of [
      [log, outsider],
      ['/api/audit-logs', outsider],
      ['/api/audit-logs', insider],
    ] as const) {
      expect(await read(url, user)).toMatchObject({
        status: 403,
        body: { error_code: 'FORBIDDEN' },
      });
    }
    expect((await server.call('GET', log)).status).toBe(401);
  });

  it('a company never sees the entries of another', async () => {
    const company = await newCompany();
    const { body: property } = await createProperty(company, 'ours');
    const stranger = await createCompany(server);
    expect((await read(company.log, stranger)).status).toBe(404);
    expect((await read('/api/audit-logs', stranger)).body.items).toEqual([]);
    expect(await keysAt(`/api/audit-logs?entity=${property.id}`, stranger)).toEqual([]);
    expect(await keysAt(`/api/audit-logs?actor=${company.admin.id}`, stranger)).toEqual([]);
  });
});
