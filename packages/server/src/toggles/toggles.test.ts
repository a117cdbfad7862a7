import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Rule } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { experimentDependencies } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;

beforeAll(async () => {
  const PLANS = JSON.stringify({ TRIAL: { MAX_FEATURE_TOGGLES: 2 } });
  server = await startTestServer({ PLANS });
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/toggles`;
});
afterAll(() => server.close());

function draft(name: string, values: readonly string[] = ['enabled', 'disabled', 'beta']) {
  return { name, description: '', values, defaultValue: values[0] };
}
function create(body: object, headers: Record<string, string> = {}) {
  return server.call<Toggle>('POST', path, { token: admin.token, body, headers });
}
async function saved(name: string, values?: readonly string[]): Promise<Toggle> {
  return (await create(draft(name, values))).body;
}
function edit(toggle: Toggle, change: object, headers: Record<string, string> = {}) {
  const body = { ...toggle, ...change };
  return server.call<Toggle>('PUT', `${path}/${toggle.id}`, { token: admin.token, body, headers });
}
function remove(toggle: Toggle) {
  return server.call('DELETE', `${path}/${toggle.id}`, { token: admin.token });
}
async function namesListed(): Promise<string[]> {
  const { body } = await server.call<Toggle[]>('GET', path, { token: admin.token });
  return body.map((toggle) => toggle.name);
}

const EVERYONE_DISABLED: Rule = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
};

/** An experiment of `toggle` with one rule that waits for another toggle to return a value. */
async function createDependent(toggle: Toggle, on: Toggle, value: string): Promise<string> {
  const toggleDependencyRule = { toggleId: on.id, value };
  const rule: Rule = { ...EVERYONE_DISABLED, type: 'TOGGLE_DEPENDENCY', toggleDependencyRule };
  const experimentId = await createExperiment(server, application, toggle.id, [
    rule,
    EVERYONE_DISABLED,
  ]);
  const use = { applicationId: application.id, experimentId, toggleId: on.id };
  await server.database.sql.insert(experimentDependencies).values(use);
  return experimentId;
}

describe('toggles', () => {
  it('what was saved is what is read and listed', async () => {
    const created = await create({
      name: ' new-checkout ',
      description: ' The new one ',
      values: ['on', ' off ', 'on'],
      defaultValue: 'off',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      appId: application.id,
      name: 'new-checkout',
      description: 'The new one',
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
      version: 1,
    });
    const one = `${path}/${created.body.id}`;
    const read = await server.call<Toggle>('GET', one, { token: admin.token });
    expect(read.body).toEqual(created.body);
    expect(read.headers.etag).toBe('"1"');
    expect(await namesListed()).toContain('new-checkout');
  });

  it('a change is a new version; the audit log has the state before and after it', async () => {
    const toggle = await saved('audited');
    const change = { description: 'Better', values: ['beta', 'enabled'], defaultValue: 'beta' };
    const changed = await edit(toggle, change);
    expect(changed).toMatchObject({ status: 200, body: { ...change, version: 2 } });

    const entries = await server.database.sql
      .select({
        action: auditEntries.action,
        before: auditEntries.before,
        after: auditEntries.after,
      })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, toggle.id))
      .orderBy(auditEntries.sequence);
    const before = { values: ['enabled', 'disabled', 'beta'], defaultValue: 'enabled' };
    expect(entries).toMatchObject([
      { action: 'CREATED', before: null, after: before },
      { action: 'EDITED', before, after: change },
    ]);
  });

  it('BOOLEAN is inferred from enabled and disabled; a third value makes it STRING', async () => {
    const toggle = await saved('two-values', ['enabled', 'disabled']);
    expect(toggle.valueType).toBe('BOOLEAN');
    const values = ['enabled', 'disabled', 'beta'];
    const changed = await edit(toggle, { values, valueType: undefined });
    expect(changed).toMatchObject({ status: 200, body: { values, valueType: 'STRING' } });
  });

  it.each([
    ['EMPTY_NAME', { ...draft('  ') }],
    ['INVALID_NAME', { ...draft('novo botão') }],
    ['INVALID_NAME', { ...draft('..') }],
    ['NAME_TOO_LONG', { ...draft('a'.repeat(101)) }],
    ['AT_LEAST_TWO_VALUES', { ...draft('valid', ['on']) }],
    ['AT_LEAST_TWO_VALUES', { name: 'valid' }],
    ['EMPTY_VALUE', { ...draft('valid', ['on', 'off', ' ']) }],
    ['VALUE_TOO_LONG', { ...draft('valid', ['on', 'a'.repeat(10_001)]) }],
    [
      'LIMIT_EXCEEDED',
      {
        ...draft(
          'valid',
          Array.from({ length: 101 }, (_, n) => `v${n}`),
        ),
      },
    ],
    ['DEFAULT_VALUE_REQUIRED', { ...draft('valid'), defaultValue: 'gamma' }],
    ['INVALID_VALUE_TYPE', { ...draft('valid'), valueType: 'NUMBER' }],
    ['DESCRIPTION_TOO_LONG', { ...draft('valid'), description: 'a'.repeat(101) }],
    ['INVALID_BODY', { ...draft('valid'), values: 'on,off' }],
    ['INVALID_BODY', { ...draft('valid'), name: 'a\0b' }],
  ])('%s: refuses such a draft and saves nothing', async (code, body) => {
    const before = await namesListed();
    expect(await create(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await namesListed()).toEqual(before);
  });

  it('DUPLICATE_NAME: names are unique within an application, whatever their case', async () => {
    await saved('Search');
    const refused = { status: 409, body: { error_code: 'DUPLICATE_NAME' } };
    expect(await create(draft('search'))).toMatchObject(refused);
  });

  it('DUPLICATE_NAME: of 20 equal creates at once exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(draft('parallel'))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('NAME_LOCKED: the name of a saved toggle cannot change, not even its case', async () => {
    const toggle = await saved('fixed');
    const refused = { status: 400, body: { error_code: 'NAME_LOCKED' } };
    expect(await edit(toggle, { name: 'other' })).toMatchObject(refused);
    expect(await edit(toggle, { name: 'Fixed' })).toMatchObject(refused);
    expect((await edit(toggle, { name: undefined })).status).toBe(200);
  });

  it('VERSION_CONFLICT: a stale If-Match changes nothing', async () => {
    const toggle = await saved('stale');
    const seen = { 'if-match': '"1"' };
    expect((await edit(toggle, { description: 'first' }, seen)).status).toBe(200);
    expect(await edit(toggle, { description: 'second' }, seen)).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 2, saved_by: 'Ana' } },
    });
  });

  it('a deleted toggle is gone', async () => {
    const toggle = await saved('gone');
    expect((await remove(toggle)).status).toBe(204);
    expect(await remove(toggle)).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect(await namesListed()).not.toContain('gone');
  });

  it('lists 10,000 toggles within 500 ms of processor time', async () => {
    const large = await createApplication(server, admin.accountId);
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ...draft(`toggle-${index}`),
      id: newId(),
      applicationId: large.id,
      defaultValue: 'beta',
      valueType: 'STRING' as const,
      savedBy: 'Ana',
    }));
    for (let from = 0; from < rows.length; from += 5_000) {
      await server.database.sql.insert(toggles).values(rows.slice(from, from + 5_000));
    }
    const list = () => server.call<Toggle[]>('GET', `/api/apps/${large.id}/toggles`, admin);
    await list();
    const before = process.threadCpuUsage();
    expect((await list()).body).toHaveLength(10_000);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000, 'ms').toBeLessThan(500);
  });
});

describe('a toggle that experiments use', () => {
  it('VALUE_IN_USE: keeps the values that its own rules return; a value with a share of 0% can be removed', async () => {
    const toggle = await saved('own-rules', ['exact', 'half', 'other', 'none', 'spare']);
    const split = { half: 50, other: 50, none: 0 };
    const id = await createExperiment(server, application, toggle.id, [
      { ...EVERYONE_DISABLED, valueSpec: { type: 'SPLIT', split } },
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'exact' } },
    ]);
    const without = (value: string) => {
      const values = toggle.values.filter((known) => known !== value);
      return edit(toggle, { values, defaultValue: values[0] });
    };
    const use = { type: 'experiment', id, name: 'own-rules', envId: application.environmentIds[0] };
    for (const value of ['exact', 'half']) {
      expect(await without(value)).toMatchObject({
        status: 409,
        body: { error_code: 'VALUE_IN_USE', meta_data: { value, experiments: [use] } },
      });
    }
    expect((await without('none')).status).toBe(200);
    expect((await without('spare')).status).toBe(200);
  });

  it('VALUE_IN_USE: keeps the values that rules of other toggles depend on', async () => {
    const toggle = await saved('waited-for');
    const other = await saved('waiting', ['enabled', 'disabled']);
    const id = await createDependent(other, toggle, 'beta');
    expect(await edit(toggle, { values: ['enabled', 'disabled'] })).toMatchObject({
      status: 409,
      body: {
        error_code: 'VALUE_IN_USE',
        meta_data: { value: 'beta', experiments: [{ id, name: 'waiting' }] },
      },
    });
    expect((await edit(toggle, { values: ['enabled', 'beta'] })).status).toBe(200);
  });

  it('EXPERIMENT_EXISTS: is not deleted while it has an experiment', async () => {
    const toggle = await saved('with-experiment');
    const id = await createExperiment(server, application, toggle.id, [EVERYONE_DISABLED]);
    expect(await remove(toggle)).toMatchObject({
      status: 409,
      body: {
        error_code: 'EXPERIMENT_EXISTS',
        meta_data: { items: [{ type: 'experiment', id, name: 'with-experiment' }] },
      },
    });
  });

  it('EXPERIMENT_DEPENDENCY_EXISTS: is not deleted while another depends on it', async () => {
    const toggle = await saved('depended-on');
    const id = await createDependent(await saved('depending'), toggle, 'beta');
    expect(await remove(toggle)).toMatchObject({
      status: 409,
      body: {
        error_code: 'EXPERIMENT_DEPENDENCY_EXISTS',
        meta_data: { items: [{ type: 'experiment', id, name: 'depending' }] },
      },
    });
  });
});

describe('the plan', () => {
  it('MAX_FEATURE_TOGGLES_LIMIT_REACHED: counts the toggles of all applications, concurrent creates included', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const apps = [
      await createApplication(server, trial.accountId),
      await createApplication(server, trial.accountId),
    ];
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap((index) =>
        apps.map(({ id }) =>
          server.call('POST', `/api/apps/${id}/toggles`, {
            token: trial.token,
            body: draft(`toggle-${index}`),
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: {
        error_code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
        meta_data: { 'max-toggles': 2 },
      },
    });
  });
});

describe('toggles belong to their application', () => {
  it('NOT_FOUND: for another application and for another company', async () => {
    const toggle = await saved('mine');
    const other = await createApplication(server, admin.accountId);
    const stranger = await createCompany(server);
    const elsewhere = `/api/apps/${other.id}/toggles/${toggle.id}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await server.call(method, elsewhere, admin)).toMatchObject({ status: 404 });
      expect(await server.call(method, `${path}/${toggle.id}`, stranger)).toMatchObject({
        status: 404,
        body: { error_code: 'NOT_FOUND' },
      });
    }
    expect((await server.call('GET', path, stranger)).status).toBe(404);
    expect((await server.call('POST', path, { ...stranger, body: draft('theirs') })).status).toBe(
      404,
    );
  });

  it('FORBIDDEN: without a grant; with it, everything is allowed', async () => {
    const toggle = await saved('granted');
    const outsider = await createUser(server, admin.accountId);
    const member = await createUser(server, admin.accountId, { apps: [application.id] });
    expect(await server.call('GET', path, outsider)).toMatchObject({ status: 403 });
    expect(await server.call('DELETE', `${path}/${toggle.id}`, outsider)).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN' },
    });
    expect((await server.call('DELETE', `${path}/${toggle.id}`, member)).status).toBe(204);
  });
});
