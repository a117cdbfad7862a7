import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMINATIONS } from '../nouns.ts';
import { examineDatabase } from '../platform/database/examine-database.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { transactionsOf } from '../testing/connections/statements-of.ts';
import { openMeasuredShop } from '../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let toggleId: string;
let path: string;

const ON = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ON };
const IS_SET = { propertyId: 'uid', expression: 'IS_SET', term: '' };
const STARTS_WITH = { propertyId: 'uid', expression: 'STARTS_WITH', term: 'a' };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url });
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  toggleId = await createToggle(server, application.id, { name: 'checkout' });
  path = `/api/apps/${application.id}`;
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

function call<Body>(method: string, place: string, body?: object) {
  return server.call<Body>(method, `${path}${place}`, {
    token: admin.token,
    ...(body && { body }),
  });
}

/** A session of the database under the name that a node gives to the connection on which it listens. */
async function listen(name: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  await client.connect();
  return {
    async [Symbol.asyncDispose]() {
      await client.end();
      // The database notices the end of a session a moment later.
      const others = `select from pg_stat_activity where application_name = '${name}'`;
      await expect
        .poll(async () => (await server.database.sql.execute(others)).rows)
        .toHaveLength(0);
    },
  };
}

/** What `comporta check` says of the tables. */
async function examined(): Promise<readonly string[]> {
  return (await examineDatabase(database.url, EXAMINATIONS)).map(({ what }) => what);
}

async function nameOf(appId: string): Promise<string> {
  const { body } = await server.call<{ name: string }>('GET', `/api/apps/${appId}`, {
    token: admin.token,
  });
  return body.name;
}

function refused(...words: readonly string[]) {
  return { status: 409, body: { error_code: 'OLDER_NODE', meta_data: { words } } };
}

describe('RUL-57: beside a node of an older release', () => {
  it.each(['comporta listener', 'comporta listener 0.2.9'])(
    '%s: a save, clone or import that brings a newer word is refused, and nothing is stored',
    async (name) => {
      const experiments = `/envs/${application.environmentIds[0]}/experiments`;
      const stored = await call<Experiment>('POST', experiments, { toggleId, rules: [EVERYONE] });
      expect(stored.status).toBe(201);
      const { body: group } = await call<TargetGroup>('POST', '/target-groups', {
        name,
        policy: 'OR',
        conditions: [STARTS_WITH],
      });
      const before = await call<object>('GET', '/export');
      await using older = await listen(name);
      expect(older).toBeDefined();

      expect(await call('POST', '/properties', { key: 'roles', type: 'LIST' })).toMatchObject(
        refused('LIST'),
      );
      const withWord = { ...group, conditions: [STARTS_WITH, IS_SET] };
      expect(await call('PUT', `/target-groups/${group.id}`, withWord)).toMatchObject(
        refused('IS_SET'),
      );
      const combined = {
        type: 'COMBINED',
        combinedRule: {
          policy: 'AND',
          conditions: [
            { type: 'PROPERTY', propertyRule: STARTS_WITH },
            { type: 'PROPERTY', propertyRule: IS_SET },
          ],
        },
        valueSpec: ON,
      };
      const rules = [combined, EVERYONE];
      const one = `${experiments}/${stored.body.id}`;
      expect(await call('PUT', one, { rules })).toMatchObject(refused('COMBINED', 'IS_SET'));
      const conditions = [{ property: 'uid', expression: 'NOT_IN', term: 'x' }];
      const document = { ...before.body, targetGroups: [{ name, policy: 'OR', conditions }] };
      expect(await call('POST', '/import', document)).toMatchObject(refused('NOT_IN'));
      expect(await call('GET', '/export')).toMatchObject({ body: before.body });
      expect((await call('PUT', one, { rules: [{ ...EVERYONE, name: 'All' }] })).status).toBe(200);
      expect((await call('DELETE', one)).status).toBe(204);
      expect((await call('DELETE', `/target-groups/${group.id}`)).status).toBe(204);
    },
  );

  it('what has the word already is saved, and cloned it is refused', async () => {
    const [production, staging] = application.environmentIds;
    const experiments = `/envs/${production}/experiments`;
    const rule = { type: 'PROPERTY', propertyRule: IS_SET, valueSpec: ON };
    const { body } = await call<Experiment>('POST', experiments, {
      toggleId,
      rules: [rule, EVERYONE],
    });
    const one = `${experiments}/${body.id}`;
    const { body: property } = await call<Property>('POST', '/properties', {
      key: 'roles',
      type: 'LIST',
    });
    {
      await using older = await listen('comporta listener 0.2.0');
      expect(older).toBeDefined();
      const renamed = [{ ...rule, name: 'Known' }, EVERYONE];
      expect((await call('PUT', one, { rules: renamed })).status).toBe(200);
      expect(await call('POST', `${one}/to/${staging}`)).toMatchObject(refused('IS_SET'));
      const many = { ids: [body.id], action: 'CLONE', destEnvId: staging };
      expect(await call('POST', `${experiments}/bulk`, many)).toMatchObject(refused('IS_SET'));
      const note = { ...property, description: 'Roles' };
      expect((await call('PUT', `/properties/${property.id}`, note)).status).toBe(200);
      expect((await call('POST', `${one}/pause`)).status).toBe(200);
    }
    expect((await call('POST', `${one}/to/${staging}`)).status).toBe(201);
    const found = await examined();
    const name = await nameOf(application.id);
    for (const environment of ['Production', 'Staging']) {
      expect(found).toContain(
        `experiment of the toggle "checkout": application "${name}", environment "${environment}": not shown by releases before 0.3.0 (IS_SET)`,
      );
    }
    expect(found).toContain(
      `property "roles": application "${name}": not shown by releases before 0.3.0 (LIST)`,
    );
  });

  it('RES-116: a ratio of numbers of events, which it would count as sums', async () => {
    const ratio = { name: 'Worth', kind: 'RATIO', eventKey: 'order', denominatorKey: 'order' };
    const counted = { ...ratio, denominatorOf: 'COUNT' };
    {
      await using older = await listen('comporta listener 0.2.0');
      expect(older).toBeDefined();
      expect(await call('POST', '/metrics', { ...counted, key: 'worth' })).toMatchObject(
        refused('denominatorOf'),
      );
      const sums = { ...ratio, key: 'sums', denominatorKey: 'visit' };
      expect((await call('POST', '/metrics', sums)).status).toBe(201);
    }
    const saved = await call<{ id: string }>('POST', '/metrics', { ...counted, key: 'worth' });
    expect(saved.status).toBe(201);
    await using older = await listen('comporta listener 0.2.0');
    expect(older).toBeDefined();
    const renamed = { ...counted, key: 'worth', name: 'Value per order' };
    expect((await call('PUT', `/metrics/${saved.body.id}`, renamed)).status).toBe(200);
    expect(await examined()).toContain(
      `metric "worth": application "${await nameOf(application.id)}": counted otherwise by releases before 0.3.0 (COUNT)`,
    );
  });

  it('FAIR-50: a key is replaced at once only', async () => {
    const [environment] = application.environmentIds;
    for (const place of [`/env/${environment}/new-token`, `/env/${environment}/client-key`]) {
      expect((await call('POST', place, { password: PASSWORD })).status).toBeLessThan(300);
      {
        await using older = await listen('comporta listener 0.2.0');
        expect(older).toBeDefined();
        const keeping = { password: PASSWORD, keepHours: 24 };
        expect(await call('POST', place, keeping)).toMatchObject(refused('keepHours'));
        expect((await call('POST', place, { password: PASSWORD })).status).toBeLessThan(300);
      }
    }
  });

  it('RES-104: a phase of new users only is refused', async () => {
    const shop = await openMeasuredShop(server);
    const { id } = await shop.start();
    const place = `/analyses/${id}/phases`;
    await using older = await listen('comporta listener 0.2.0');
    expect(older).toBeDefined();
    expect(await shop.call('POST', place, { newUsersOnly: true })).toMatchObject(
      refused('newUsersOnly'),
    );
    expect((await shop.results()).analysis.phases).toHaveLength(1);
    expect((await shop.call('POST', place, {})).status).toBe(200);
  });

  it('SAF-99: names an application whose writes an older node refuses', async () => {
    const name = await nameOf(application.id);
    const line = `application "${name}": not changed by releases before 0.3.0 (change policy or freeze)`;
    const policy = `/envs/${application.environmentIds[1]}/change-policy`;
    expect(await examined()).not.toContain(line);
    expect((await call('PUT', policy, { approvals: 1 })).status).toBe(200);
    expect(await examined()).toContain(line);
    expect((await call('PUT', policy, { approvals: 0 })).status).toBe(200);
    expect(await examined()).not.toContain(line);
  });

  it('RES-104: a save that opens the next phase of new users only is refused; a pause and another rule are not', async () => {
    const shop = await openMeasuredShop(server);
    const { id } = await shop.start();
    expect((await shop.call('POST', `/analyses/${id}/phases`, { newUsersOnly: true })).status).toBe(
      200,
    );
    const [rule] = shop.experiment.rules;
    const split = { type: 'SPLIT', split: { disabled: 40, enabled: 60 } };
    const another = { rules: [{ ...rule, valueSpec: split }] };
    {
      await using older = await listen('comporta listener 0.2.0');
      expect(older).toBeDefined();
      expect(await shop.call('PUT', '', another)).toMatchObject(refused('newUsersOnly'));
      expect((await shop.results()).analysis.phases).toHaveLength(2);
      expect((await shop.call('PUT', '', { rules: [{ ...rule, name: 'All' }] })).status).toBe(200);
      expect((await shop.call('POST', '/pause')).status).toBe(200);
      expect(await shop.call('POST', '/restart')).toMatchObject(refused('newUsersOnly'));
    }
    expect((await shop.call('POST', '/restart')).status).toBe(200);
    expect((await shop.call('PUT', '', another)).status).toBe(200);
    const says = 'counted otherwise by releases before 0.3.0 (newUsersOnly)';
    expect((await examined()).filter((line) => line.endsWith(says))).toHaveLength(1);
    const { phases } = (await shop.results()).analysis;
    expect(phases.map(({ counts }) => counts)).toEqual([
      'EVERYONE',
      'NEW_USERS',
      'NEW_USERS',
      'NEW_USERS',
    ]);
  });

  it('nodes of this release and of later ones are none, and nothing is asked without a newer word', async () => {
    await using same = await listen('comporta listener 0.3.1');
    await using later = await listen('comporta listener 0.10.1');
    expect([same, later]).toHaveLength(2);
    const asked = (statements: readonly string[]) =>
      statements.some((text) => text.includes('pg_stat_activity'));
    const group = (expression: string, term: string) => ({
      name: expression,
      policy: 'OR',
      conditions: [{ propertyId: 'uid', expression, term }],
    });
    const without = await transactionsOf(async () => {
      expect((await call('POST', '/target-groups', group('STARTS_WITH', 'a'))).status).toBe(201);
    });
    expect(without.some(asked)).toBe(false);
    const transactions = await transactionsOf(async () => {
      expect((await call('POST', '/target-groups', group('IS_NOT_SET', ''))).status).toBe(201);
    });
    expect(transactions.filter(asked)).toHaveLength(1);
  });
});
