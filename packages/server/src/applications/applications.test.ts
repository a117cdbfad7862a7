import type { Application, ApplicationSummary } from '@comporta/contract/applications/application';
import type { Rule } from '@comporta/engine/snapshot';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createToggle,
  createUser,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PLANS = JSON.stringify({ TRIAL: { MAX_APPS: 3, MAX_ENVIRONMENTS: 2 } });
const EVERYONE: Rule[] = [
  { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
];
const HOOK = 'https://8.8.8.8/services/secret';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ PLANS });
  admin = await createCompany(server);
});
afterAll(() => server.close());

function create(body: object, { token } = admin, headers: Record<string, string> = {}) {
  const draft = { name: `App ${newId()}`, environments: [{ name: 'Production' }], ...body };
  return server.call<Application>('POST', '/api/apps', { token, body: draft, headers });
}

function edit({ id }: { id: string }, body: object, headers: Record<string, string> = {}) {
  return server.call<Application>('PUT', `/api/apps/${id}`, { token: admin.token, body, headers });
}

async function read(id: string): Promise<Application> {
  return (await server.call<Application>('GET', `/api/apps/${id}`, { token: admin.token })).body;
}

async function list({ token }: TestUser): Promise<ApplicationSummary[]> {
  return (await server.call<ApplicationSummary[]>('GET', '/api/apps', { token })).body;
}

function entriesOf(applicationId: string) {
  return server.database.sql
    .select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.accountId, admin.accountId), eq(auditEntries.entityId, applicationId)),
    );
}

describe('applications', () => {
  it('what was saved is what is read', async () => {
    const created = await create({
      name: ' Checkout ',
      environments: [{ name: 'Staging' }, { name: ' Production ' }],
      notificationWebhook: HOOK,
      notificationLanguage: 'pt',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Checkout',
      environments: [
        { name: 'Staging', hasKey: false },
        { name: 'Production', hasKey: false },
      ],
      notificationWebhook: HOOK,
      notificationLanguage: 'pt',
      version: 1,
    });
    expect(await read(created.body.id)).toEqual(created.body);
  });

  it('are listed by name, without the webhook, which is a secret', async () => {
    const owner = await createCompany(server);
    for (const name of ['b', 'A', 'c']) await create({ name, notificationWebhook: HOOK }, owner);
    const listed = await list(owner);
    expect(listed.map(({ name }) => name)).toEqual(['A', 'b', 'c']);
    expect(listed[0]?.environments).toMatchObject([{ name: 'Production' }]);
    expect(JSON.stringify(listed)).not.toContain('8.8.8.8');
  });

  it.each([
    ['EMPTY_NAME', { name: ' ' }],
    ['NAME_TOO_LONG', { name: 'n'.repeat(101) }],
    ['NO_ENVIRONMENT', { environments: [] }],
    ['INVALID_WEBHOOK', { notificationWebhook: 'ftp://example.com' }],
    ['INVALID_WEBHOOK', { notificationWebhook: 'http://127.0.0.1/hook' }],
    ['INVALID_WEBHOOK', { notificationWebhook: 'http://169.254.169.254/latest' }],
    ['INVALID_WEBHOOK', { notificationWebhook: 'http://[::ffff:10.0.0.1]/' }],
    ['INVALID_WEBHOOK', { notificationWebhook: 'http://localhost:8080/' }],
    ['INVALID_WEBHOOK_LANGUAGE', { notificationLanguage: 'de' }],
    ['INVALID_BODY', { environments: 'Production' }],
  ])('%s: refuses %j and saves nothing', async (code, body) => {
    const before = await list(admin);
    expect(await create(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await list(admin)).toEqual(before);
  });

  it('DUPLICATE_NAME: names are unique within an account, whatever their case', async () => {
    await create({ name: 'Shop' });
    const refusal = { status: 409, body: { error_code: 'DUPLICATE_NAME' } };
    expect(await create({ name: 'SHOP ' })).toMatchObject(refusal);
    const other = await create({});
    expect(await edit(other.body, { ...other.body, name: 'shop' })).toMatchObject(refusal);
    expect((await create({ name: 'Shop' }, await createCompany(server))).status).toBe(201);
  });

  it('DUPLICATE_NAME: of 20 equal creates at once exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('MAX_APP_LIMIT_REACHED: of 20 creates at once the plan allows three', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, trial)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(17);
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error_code: 'MAX_APP_LIMIT_REACHED', meta_data: { 'max-apps': 3 } },
      });
    }
    expect(await list(trial)).toHaveLength(3);
  });

  it('MAX_ENVIRONMENTS_LIMIT_REACHED: says how many the plan allows', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const refusal = {
      status: 409,
      body: { error_code: 'MAX_ENVIRONMENTS_LIMIT_REACHED', meta_data: { 'max-environments': 2 } },
    };
    const environments = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect(await create({ environments }, trial)).toMatchObject(refusal);
    const { body } = await create({ environments: environments.slice(1) }, trial);
    const grown = await server.call('PUT', `/api/apps/${body.id}`, {
      token: trial.token,
      body: { ...body, environments },
    });
    expect(grown).toMatchObject(refusal);
  });

  it("SPEC-03: the plan's limit of environments is reported before the limit that holds for every plan", async () => {
    const trial = await createCompany(server, 'TRIAL');
    const { id } = await createApplication(server, trial.accountId, ['a', 'b']);
    const before = await server.call<Application>('GET', `/api/apps/${id}`, { token: trial.token });
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `environment ${index}` }));
    const body = { ...before.body, environments: [...before.body.environments, ...many] };
    const ofThePlan = {
      status: 409,
      body: { error_code: 'MAX_ENVIRONMENTS_LIMIT_REACHED', meta_data: { 'max-environments': 2 } },
    };
    const grown = await server.call('PUT', `/api/apps/${id}`, { token: trial.token, body });
    expect(grown).toMatchObject(ofThePlan);
    expect(await create({ environments: many }, trial)).toMatchObject(ofThePlan);
    expect(await create({ environments: many })).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'environments', limit: 100 } },
    });
  });

  it('MAX_ENVIRONMENTS_LIMIT_REACHED: not for an application that already had more', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const { id } = await createApplication(server, trial.accountId, ['a', 'b', 'c']);
    const before = await server.call<Application>('GET', `/api/apps/${id}`, { token: trial.token });
    const renamed = await server.call('PUT', `/api/apps/${id}`, {
      token: trial.token,
      body: { ...before.body, name: 'Older' },
    });
    expect(renamed.status).toBe(200);
  });

  it('the same Idempotency-Key gives the same answer', async () => {
    const key = { 'idempotency-key': 'one application' };
    const first = await create({ name: 'Idempotent' }, admin, key);
    expect(await create({ name: 'Idempotent' }, admin, key)).toMatchObject({
      status: 201,
      body: first.body,
    });
  });

  it('a change is a new version; VERSION_CONFLICT: a stale If-Match changes nothing', async () => {
    const { body } = await create({});
    const changed = await edit(body, { ...body, name: 'Fresh' }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Fresh', version: 2 } });
    const stale = await edit(body, { ...body, name: 'Stale' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 2, saved_by: 'Ana' } },
    });
    const removal = await server.call('DELETE', `/api/apps/${body.id}`, {
      token: admin.token,
      headers: { 'if-match': '"1"' },
    });
    expect(removal.status).toBe(412);
    expect((await read(body.id)).name).toBe('Fresh');
  });

  it('the audit log keeps what changed, and only the part of the webhook that is not secret', async () => {
    const { body } = await create({ name: 'Audited', notificationWebhook: HOOK });
    await edit(body, { ...body, environments: [{ name: 'Staging' }], notificationWebhook: '' });
    const masked = 'https://8.8.8.8/····cret';
    expect(await entriesOf(body.id)).toMatchObject([
      { action: 'CREATED', after: { name: 'Audited', notificationWebhook: masked } },
      {
        action: 'EDITED',
        before: { environments: ['Production'], notificationWebhook: masked },
        after: { environments: ['Staging'] },
      },
    ]);
  });
});

describe('environments of an application', () => {
  it('keep their ids when they are renamed, even when they swap names, and their order', async () => {
    const { body } = await create({ environments: [{ name: 'a' }, { name: 'b' }] });
    const [a, b] = body.environments;
    const swapped = [{ id: b?.id, name: 'a' }, { name: 'new' }, { id: a?.id, name: 'b' }];
    const saved = await edit(body, { ...body, environments: swapped });
    expect(saved.status).toBe(200);
    expect(saved.body.environments).toMatchObject(swapped);
    expect(await read(body.id)).toEqual(saved.body);
  });

  it('may be named like the id of another one', async () => {
    const { body } = await create({ environments: [{ name: 'a' }] });
    const [a] = body.environments;
    const named = await edit(body, { ...body, environments: [{ name: a?.id }, a] });
    const { environments } = named.body;
    for (const order of [environments.toReversed(), environments, environments.toReversed()]) {
      const saved = await edit(body, { ...body, environments: order });
      expect(saved).toMatchObject({ status: 200, body: { environments: order } });
    }
  });

  it('are matched by name when they are sent without an id, and keep their key', async () => {
    const { body } = await create({ environments: [{ name: 'a' }, { name: 'b' }] });
    await createEnvironmentKey(server, body.environments[0]?.id ?? '');
    const saved = await edit(body, { name: body.name, environments: [{ name: 'a' }] });
    expect(saved.body.environments).toEqual([{ ...body.environments[0], hasKey: true }]);
  });

  it('NOT_FOUND: an id of another application is refused like an id that does not exist', async () => {
    const [mine, other] = [(await create({})).body, (await create({})).body];
    for (const id of [other.environments[0]?.id, newId(), 'nonsense']) {
      const refused = await edit(mine, { ...mine, environments: [{ id, name: 'x' }] });
      expect(refused).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    }
    expect(await read(other.id)).toEqual(other);
  });

  it('DUPLICATE_ENVIRONMENT: two environments cannot have the same name', async () => {
    const { body } = await create({ environments: [{ name: 'a' }, { name: 'b' }] });
    const environments = body.environments.map(({ id }) => ({ id, name: 'same' }));
    expect(await edit(body, { ...body, environments })).toMatchObject({
      status: 400,
      body: { error_code: 'DUPLICATE_ENVIRONMENT' },
    });
  });

  it('ENVIRONMENT_IN_USE: an environment with experiments is removed only when it is named in removeEnvironments', async () => {
    const application = await createApplication(server, admin.accountId, ['a', 'b']);
    const toggle = await createToggle(server, application.id);
    const experiment = await createExperiment(server, application, toggle, EVERYONE);
    const before = await read(application.id);
    const [used, unused] = before.environments;
    const without = { ...before, environments: [unused] };
    expect(await edit(before, without)).toMatchObject({
      status: 409,
      body: {
        error_code: 'ENVIRONMENT_IN_USE',
        meta_data: { environment_id: used?.id, experiments: [{ id: experiment, envId: used?.id }] },
      },
    });
    expect(await read(application.id)).toEqual(before);

    const saved = await edit(before, { ...without, removeEnvironments: [used?.id] });
    expect(saved).toMatchObject({ status: 200, body: { environments: [unused] } });
  });

  it('lose their key at once when they are removed', async () => {
    const { body } = await create({ environments: [{ name: 'a' }, { name: 'b' }] });
    const key = await createEnvironmentKey(server, body.environments[0]?.id ?? '');
    expect((await server.call('GET', '/api/toggles', { token: key })).status).toBe(200);
    await edit(body, { ...body, environments: [{ name: 'b' }] });
    expect((await server.call('GET', '/api/toggles', { token: key })).status).toBe(401);
  });
});

describe('a deleted application', () => {
  it('UNKNOWN_APPLICATION: is granted before it is deleted, or not at all; no deadlock occurs', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createApplication(server, admin.accountId);
      const grant = () =>
        server.call('POST', '/api/users', {
          token: admin.token,
          body: { name: 'Rui', email: `${newId()}@example.com`, apps: [id] },
        });
      const [deleted, ...granted] = await Promise.all([
        server.call('DELETE', `/api/apps/${id}`, { token: admin.token }),
        ...[grant(), grant(), grant()],
      ]);
      expect(deleted.status).toBe(204);
      for (const { status, body } of granted) {
        if (status !== 201) expect(body).toMatchObject({ error_code: 'UNKNOWN_APPLICATION' });
      }
    }
  });
});

describe('a user who is not an admin', () => {
  it('sees only what was granted', async () => {
    const [granted, other] = [(await create({})).body, (await create({})).body];
    const user = await createUser(server, admin.accountId, { apps: [granted.id] });
    expect((await list(user)).map(({ id }) => id)).toEqual([granted.id]);
    const refused = await server.call('GET', `/api/apps/${other.id}`, { token: user.token });
    expect(refused).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    expect(JSON.stringify(refused.body)).not.toContain(other.name);
  });

  it('may edit a granted application, but neither create nor delete one', async () => {
    const { body } = await create({});
    const { token } = await createUser(server, admin.accountId, { apps: [body.id] });
    const path = `/api/apps/${body.id}`;
    const edited = await server.call('PUT', path, { token, body: { ...body, name: 'Theirs' } });
    expect(edited.status).toBe(200);
    const created = await server.call('POST', '/api/apps', { token, body: { name: 'Mine' } });
    expect(created).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    const removed = await server.call('DELETE', path, { token });
    expect(removed).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
  });
});

describe('another company', () => {
  it('NOT_FOUND: gets the same answer for these applications as for random ids', async () => {
    const { body } = await create({});
    const stranger = await createCompany(server);
    for (const id of [body.id, newId()]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await server.call(method, `/api/apps/${id}`, {
          token: stranger.token,
          ...(method === 'PUT' ? { body } : {}),
        });
        expect(answer).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
      }
    }
    expect(await list(stranger)).toEqual([]);
    expect(await read(body.id)).toEqual(body);
  });
});
