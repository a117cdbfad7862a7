import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { Rule } from '@comporta/engine/snapshot';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEntries } from '../tables/audit-entries.ts';
import { experimentProperties, experimentTargetGroups } from '../tables/experiments.ts';
import { targetGroupProperties } from '../tables/target-groups.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createProperty,
  createTargetGroup,
  createToggle,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { execute } from '../testing/test-cluster.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let production: string;
let staging: string;

const EVERYONE: Rule = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  [production = '', staging = ''] = application.environmentIds;
  path = `/api/apps/${application.id}`;
});

async function put(url: string, body: object): Promise<void> {
  const { status, body: answer } = await server.call('PUT', url, { token: admin.token, body });
  expect(answer).toMatchObject({});
  expect(status).toBe(200);
}

/** The changes that the log lists for a query: of what, newest first. */
async function listed(query: string, of = path): Promise<string[]> {
  const url = `${of}/audit-logs?${query}`;
  const { status, body } = await server.call<AuditPage>('GET', url, { token: admin.token });
  expect(status).toBe(200);
  return body.items.map(({ action, entity }) => `${action} ${entity.type} ${entity.name}`);
}

const inEach = async () => ({
  production: await listed(`envId=${production}`),
  staging: await listed(`envId=${staging}`),
});

it('CDW-65, SAF-21: a toggle’s default touches every environment, its values those with an experiment of it, its description none', async () => {
  const values = ['red', 'blue'];
  const name = 'new-checkout';
  const toggleId = await createToggle(server, application.id, { name, values });
  const toggle = `${path}/toggles/${toggleId}`;
  await createExperiment(server, application, toggleId, [EVERYONE]);
  await put(toggle, { values, defaultValue: 'blue', description: 'One' });
  expect(await inEach()).toEqual({ production: [], staging: [] });

  await put(toggle, { values: [...values, 'green'], defaultValue: 'blue', description: 'One' });
  const edited = 'EDITED toggle new-checkout';
  expect(await inEach()).toEqual({ production: [edited], staging: [] });

  await put(toggle, { values: [...values, 'green'], defaultValue: 'green', description: 'One' });
  expect(await inEach()).toEqual({ production: [edited, edited], staging: [edited] });
  expect(await listed('production=true')).toEqual([edited, edited]);
  expect(await listed('production=true', '/api')).toEqual([edited, edited]);
  expect(await listed(`production=true&envId=${staging}`)).toEqual([]);
  const { body } = await server.call<AuditPage>('GET', `${path}/audit-logs`, {
    token: admin.token,
  });
  expect(body.items.map(({ details }) => details.replace(/^[^,]*/, ''))).toEqual([
    ', touches “Production”, “Staging”',
    ', touches “Production”',
    '',
  ]);
  expect(await listed(`production=true&envId=${production}`)).toEqual([edited, edited]);
});

it('CDW-65, CDW-67: a group and a property touch the environments whose rules use them, also through a group', async () => {
  const { id: applicationId } = application;
  const { sql } = server.database;
  const propertyId = await createProperty(server, applicationId, { key: 'plan', type: 'STRING' });
  const groupId = await createTargetGroup(server, applicationId, { name: 'Beta', uids: '1' });
  await sql
    .insert(targetGroupProperties)
    .values({ applicationId, targetGroupId: groupId, propertyId });
  const group = { name: 'Beta', policy: 'AND' };
  const conditions = [{ propertyId, expression: 'EQUALS', term: 'pro' }];
  await put(`${path}/target-groups/${groupId}`, { ...group, conditions });
  expect(await inEach()).toEqual({ production: [], staging: [] });

  const experimentId = await createExperiment(
    server,
    application,
    await createToggle(server, applicationId),
    [EVERYONE],
  );
  await sql
    .insert(experimentTargetGroups)
    .values({ applicationId, experimentId, targetGroupId: groupId });
  await put(`${path}/target-groups/${groupId}`, { ...group, description: 'Text', conditions });
  expect(await inEach()).toEqual({ production: [], staging: [] });
  await put(`${path}/target-groups/${groupId}`, {
    ...group,
    description: 'Text',
    conditions: [{ propertyId, expression: 'EQUALS', term: 'free' }],
  });
  await put(`${path}/properties/${propertyId}`, { key: 'tier', type: 'STRING' });
  const both = ['EDITED property tier', 'EDITED targetGroup Beta'];
  expect(await inEach()).toEqual({ production: both, staging: [] });

  const country = await createProperty(server, applicationId, { key: 'country', type: 'STRING' });
  await sql
    .insert(experimentProperties)
    .values({ applicationId, experimentId, propertyId: country });
  await put(`${path}/properties/${country}`, { key: 'land', type: 'STRING' });
  await put(`${path}/properties/${country}`, { key: 'land', type: 'STRING', description: 'x' });
  expect(await listed(`envId=${production}`)).toEqual(['EDITED property land', ...both]);
});

it('CDW-65, SAF-97: an experiment touches its environment; the name of a rule nothing; a new salt does', async () => {
  const toggleId = await createToggle(server, application.id, { name: 'search' });
  const experiments = `${path}/envs/${production}/experiments`;
  const { body: made } = await server.call<{ id: string }>('POST', experiments, {
    token: admin.token,
    body: { toggleId, rules: [EVERYONE] },
  });
  const experiment = `${experiments}/${made.id}`;
  await put(experiment, { toggleId, rules: [{ ...EVERYONE, name: 'All' }] });
  const created = 'CREATED experiment search';
  expect(await listed(`envId=${production}`)).toEqual([created]);
  await put(experiment, { toggleId, rules: [{ ...EVERYONE, name: 'All' }], rerandomise: true });
  await server.call('POST', `${experiment}/pause`, { token: admin.token });
  expect(await inEach()).toEqual({
    production: ['PAUSED experiment search', 'EDITED experiment search', created],
    staging: [],
  });
});

it('CDW-67: keys of Production are there; so is the removal of a production environment, and of its application', async () => {
  const { token } = admin;
  for (const id of [production, staging]) {
    const body = { password: PASSWORD };
    const made = await server.call('POST', `${path}/env/${id}/client-key`, { token, body });
    expect(made.status).toBe(200);
  }
  expect(await listed('production=true')).toEqual(['CREATED clientKey Production']);
  const { body } = await server.call<{ name: string }>('GET', path, { token });
  await put(path, { ...body, environments: [{ id: staging, name: 'Staging' }] });
  expect(await listed('production=true')).toEqual([`EDITED application ${body.name}`]);
  expect(await listed(`envId=${production}`)).toEqual([
    `EDITED application ${body.name}`,
    'CREATED clientKey Production',
  ]);

  const other = await createApplication(server, admin.accountId, ['Production']);
  await server.call('DELETE', `/api/apps/${other.id}`, { token });
  const [newest] = await listed('production=true', '/api');
  expect(newest).toMatch(/^DELETED application/);
});

it('CNS-01, CDW-67: 500 changes elsewhere do not hide the one in Production', async () => {
  const { accountId } = admin;
  const elsewhere = await createApplication(server, accountId, ['Development']);
  const toggleId = await createToggle(server, application.id, { name: 'pay' });
  await createExperiment(server, application, toggleId, [EVERYONE]);
  const toggle = { values: ['enabled', 'disabled'], defaultValue: 'enabled' };
  await put(`${path}/toggles/${toggleId}`, toggle);
  await execute(
    server.database.url,
    `insert into audit_entries (account_id, account_number, application_id, application_number,
      action, entity_type, entity_id, entity_name, actor, environment_id, environment_ids)
    select '${accountId}', n + 1, '${elsewhere.id}', n, case n % 2 when 0 then 'PAUSED' else 'RESTARTED' end,
      'experiment', '${elsewhere.id}', 'search', jsonb_build_object('kind', 'user', 'id', '', 'name', 'Ana'),
      '${elsewhere.environmentIds[0]}', array['${elsewhere.environmentIds[0]}'::uuid]
    from generate_series(1, 500) as n`,
  );
  await execute(
    server.database.url,
    `update accounts set audit_entry_count = 501 where id = '${accountId}'`,
  );
  await execute(
    server.database.url,
    `update applications set audit_entry_count = 500 where id = '${elsewhere.id}'`,
  );
  expect(await listed('size=100', `/api/apps/${elsewhere.id}`)).toHaveLength(100);
  expect(await listed('production=true', '/api')).toEqual(['EDITED toggle pay']);
  expect(await listed('production=true&q=pay', '/api')).toEqual(['EDITED toggle pay']);
  expect(await listed('production=true&q=search', '/api')).toEqual([]);
  expect(await listed('size=1&entity=experiment', '/api')).toEqual(['PAUSED experiment search']);
});

it('CDW-65: entries of 0.2.0 have the environment of their own; other companies and nonsense find nothing', async () => {
  const toggleId = await createToggle(server, application.id, { name: 'old' });
  const id = await createExperiment(server, application, toggleId, [EVERYONE]);
  const { token } = admin;
  await server.call('POST', `${path}/envs/${production}/experiments/${id}/pause`, { token });
  await server.database.sql
    .update(auditEntries)
    .set({ environmentIds: null })
    .where(raw`application_id = ${application.id}`);
  expect(await inEach()).toEqual({ production: ['PAUSED experiment old'], staging: [] });
  expect(await listed('production=true')).toEqual(['PAUSED experiment old']);
  expect(await listed('envId=nonsense')).toEqual([]);
  const stranger = await createCompany(server);
  const { body } = await server.call<AuditPage>('GET', `/api/audit-logs?envId=${production}`, {
    token: stranger.token,
  });
  expect(body.items).toEqual([]);
});
