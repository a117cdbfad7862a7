import type { Rule } from '@comporta/engine/snapshot';
import { and, count, eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { openConnection } from '../platform/database/connection.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { experiments } from '../tables/experiments.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createProperty,
  createTargetGroup,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deleteContents } from './application-repository.ts';

const EXACT = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
const CATCH_ALL = { type: 'ALL_USERS', valueSpec: EXACT } as const;

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  application = await createApplication(server, admin.accountId, ['Production', 'Staging', 'Test']);
});

async function save<Body = { readonly id: string }>(path: string, body: object): Promise<Body> {
  const answer = await server.call<Body>('POST', `/api/apps/${application.id}${path}`, {
    token: admin.token,
    body,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
}

async function saveProperty(type = 'STRING'): Promise<string> {
  return (await save('/properties', { key: `key-${type}`, type })).id;
}

async function saveGroup(propertyId: string, term = 'BR'): Promise<string> {
  const conditions = [{ propertyId, expression: 'EQUALS', term }];
  return (await save('/target-groups', { name: `Group ${term}`, policy: 'OR', conditions })).id;
}

/** An experiment with one rule, and the one for everyone, in each environment. */
async function saveExperiments(rule: object): Promise<string> {
  const toggleId = await createToggle(server, application.id);
  for (const environmentId of application.environmentIds) {
    await save(`/envs/${environmentId}/experiments`, {
      toggleId,
      rules: [{ valueSpec: EXACT, ...rule }, CATCH_ALL],
    });
  }
  return toggleId;
}

/** Each function creates things that use each other in one way. */
const USES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a property in a target group': async () => saveGroup(await saveProperty()),
  'a property in a rule': async () => {
    const propertyId = await saveProperty('NUMERIC');
    const propertyRule = { propertyId, expression: 'EQUALS', term: '1' };
    await saveExperiments({ type: 'PROPERTY', propertyRule });
  },
  'a property in a version filter': async () => {
    const propertyId = await saveProperty('SEMANTIC_VERSION');
    const versionRule = { propertyId, expression: 'EQUALS', term: '1.0.0' };
    await saveExperiments({ type: 'ALL_USERS', versionRule });
  },
  'a target group in a rule': async () => {
    const targetGroupsIds = [await saveGroup('uid', 'ana')];
    await saveExperiments({
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds },
    });
  },
  'a toggle in a dependency': async () => {
    const toggleId = await saveExperiments({ type: 'ALL_USERS' });
    await saveExperiments({
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId, value: 'enabled' },
    });
  },
};

function deleteIt() {
  return server.call('DELETE', `/api/apps/${application.id}`, { token: admin.token });
}

async function leftovers(): Promise<number> {
  const counts = await Promise.all(
    [toggles, experiments, properties, targetGroups].map((table) =>
      server.database.sql
        .select({ rows: count() })
        .from(table)
        .where(eq(table.applicationId, application.id)),
    ),
  );
  return counts.flat().reduce((sum, { rows }) => sum + rows, 0);
}

async function expectDeleted(): Promise<void> {
  const key = await createEnvironmentKey(server, application.environmentIds[1] ?? '');
  expect((await server.call('GET', '/api/toggles', { token: key })).status).toBe(200);

  expect(await deleteIt()).toMatchObject({ status: 204 });

  expect((await server.call('GET', '/api/toggles', { token: key })).status).toBe(401);
  expect(await leftovers()).toBe(0);
  const deletions = await server.database.sql
    .select({ type: auditEntries.entityType, id: auditEntries.entityId })
    .from(auditEntries)
    .where(and(eq(auditEntries.applicationId, application.id), eq(auditEntries.action, 'DELETED')));
  expect(deletions).toEqual([{ type: 'application', id: application.id }]);
}

describe('SPEC-01: an application is deleted, whatever its things use', () => {
  it.each(Object.keys(USES))('%s', async (use) => {
    await USES[use]?.();
    await expectDeleted();
  });

  it('all of these at once', async () => {
    for (const use of Object.values(USES)) await use();
    await expectDeleted();
  });

  it('NOT_FOUND: a deleted application cannot be read or deleted again', async () => {
    const path = `/api/apps/${application.id}`;
    await deleteIt();
    expect(await server.call('GET', path, { token: admin.token })).toMatchObject({ status: 404 });
    expect(await deleteIt()).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
  });

  it('10,000 toggles, each with an experiment in three environments, within the statement timeout', async () => {
    await furnish(10_000);
    await expectDeleted(); // The database cancels a statement after 8 s, and the response would be 503.
  });

  it('a connection that has deleted few rows before does not scan a table for each of many rows', async () => {
    const { sql, close } = await openConnection(server.database.url);
    const contents = {
      id: application.id,
      environments: application.environmentIds.map((id) => ({ id })),
    };
    // PostgreSQL assumes that a table is as large as when it was analysed; from the sixth row on it reuses one plan.
    for (let row = 0; row < 10; row++) {
      const toggleId = await createToggle(server, application.id);
      await createExperiment(server, application, toggleId, [CATCH_ALL]);
    }
    await sql.execute('vacuum analyze');
    await deleteContents(sql, contents);
    await furnish(2_000);
    const rows = await sql.transaction(async (inside) => {
      await deleteContents(inside, contents);
      const read = await inside.execute<{ rows: number }>(
        raw`select sum(seq_tup_read)::float8 as rows from pg_stat_xact_user_tables`,
      );
      return read.rows[0]?.rows;
    });
    await close();
    expect(rows).toBeLessThan(100_000); // One read for each pair of rows would be 12 million.
  });
});

/** Copies a toggle with experiments that depend on the first toggle and use a property and a group. */
async function furnish(toggleCount: number): Promise<void> {
  // A connection of its own: the service's statement timeout applies only to what is tested.
  const { sql, close } = await openConnection(server.database.url);
  const { id: applicationId } = application;
  const propertyId = await createProperty(server, applicationId, {
    key: 'country',
    type: 'STRING',
  });
  const groupId = await createTargetGroup(server, applicationId, { name: 'Some', uids: 'ana' });
  const first = await createToggle(server, applicationId);
  // Rules have ids, as the service stores them: without ids, the tables would create them row by row.
  const rules: Rule[] = [
    {
      id: newId(),
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: first, value: 'enabled' },
      valueSpec: EXACT,
    },
    { ...CATCH_ALL, id: newId() },
  ];
  const copied = await createExperiment(server, application, first, [CATCH_ALL]);
  await sql.execute(raw`
    insert into toggles (id, application_id, name, description, "values", default_value, value_type, saved_by)
    select gen_random_uuid(), application_id, 'copy ' || n, description, "values", default_value, value_type, saved_by
    from toggles, generate_series(2, ${toggleCount}) as n where id = ${first}`);
  for (const environmentId of application.environmentIds) {
    await sql.execute(raw`
      insert into experiments (id, application_id, environment_id, toggle_id, status, salt, buckets, rules, saved_by)
      select gen_random_uuid(), e.application_id, ${environmentId}, t.id, e.status, e.salt, e.buckets, ${JSON.stringify(rules)}::jsonb, e.saved_by
      from experiments e join toggles t on t.application_id = e.application_id
      where e.id = ${copied} and t.id <> ${first}`);
  }
  for (const [table, column, id] of [
    ['experiment_properties', 'property_id', propertyId],
    ['experiment_target_groups', 'target_group_id', groupId],
    ['experiment_dependencies', 'toggle_id', first],
  ] as const) {
    await sql.execute(raw`
      insert into ${raw.identifier(table)} (application_id, experiment_id, ${raw.identifier(column)})
      select application_id, id, ${id} from experiments
      where application_id = ${applicationId} and id <> ${copied}`);
  }
  await close();
}
