import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { and, asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const EVERYONE_ON = [
  { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } },
] as const;

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Test', 'Dev']);
});

async function call<Body = object>(
  method: string,
  place: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) {
  return server.call<Body & { error_code?: string; meta_data?: { items?: object[] } }>(
    method,
    `/api/apps/${application.id}${place}`,
    { token: admin.token, ...(body && { body }), ...(headers && { headers }) },
  );
}

async function created<Thing>(place: string, body: object): Promise<Thing> {
  const answer = await call<Thing>('POST', place, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const toggleNamed = (name: string) =>
  created<Toggle>('/toggles', { name, values: ['off', 'on'], defaultValue: 'off' });

const placeIn = (environment: number) =>
  `/envs/${application.environmentIds[environment]}/experiments`;

function experimentIn(environment: number, toggle: Toggle, rules: readonly object[] = EVERYONE_ON) {
  return created<Experiment>(placeIn(environment), { toggleId: toggle.id, rules });
}

const dependingOn = ({ id }: Toggle) => [
  {
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: id, value: 'on' },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
  },
  ...EVERYONE_ON,
];

type Identified = { readonly id: string };

function remove(toggle: Identified, experiments: readonly Identified[], headers?: object) {
  const query = `experiments=${experiments.map(({ id }) => id).join()}`;
  return call('DELETE', `/toggles/${toggle.id}?${query}`, undefined, { ...headers });
}

function archive(toggle: Identified, experiments: readonly Identified[]) {
  const query = `experiments=${experiments.map(({ id }) => id).join()}`;
  return call<Toggle>('POST', `/toggles/${toggle.id}/archive?${query}`);
}

/** The document has everything: who was refused changed nothing of it. */
async function exported() {
  return (await call('GET', '/export')).body;
}

async function lastSequence(): Promise<number> {
  const { sql } = server.database;
  const ofApplication = eq(auditEntries.applicationId, application.id);
  const entries = await sql.select().from(auditEntries).where(ofApplication);
  return Math.max(0, ...entries.map(({ sequence }) => sequence));
}

function entriesAfter(sequence: number) {
  return server.database.sql
    .select({
      action: auditEntries.action,
      type: auditEntries.entityType,
      id: auditEntries.entityId,
      environment: auditEntries.environmentName,
      revision: auditEntries.revision,
    })
    .from(auditEntries)
    .where(and(eq(auditEntries.applicationId, application.id), gt(auditEntries.sequence, sequence)))
    .orderBy(asc(auditEntries.sequence));
}

describe('what a toggle is used by', () => {
  it('CDW-73: its experiments in every environment, and those of others that depend on it', async () => {
    const toggle = await toggleNamed('checkout');
    const unused = { experiments: [], dependents: [] };
    const uses = () => call('GET', `/toggles/${toggle.id}/used-by`);
    expect(await uses()).toMatchObject({ status: 200, body: unused });
    const own = [await experimentIn(0, toggle), await experimentIn(2, toggle)];
    const other = await toggleNamed('other');
    const dependent = await experimentIn(0, other, dependingOn(toggle));
    const use = ({ id, envId }: Experiment, name: string) => {
      return { type: 'experiment', id, name, envId };
    };
    const { body } = await uses();
    expect(body).toMatchObject({ dependents: [use(dependent, 'other')] });
    expect(Object(body).experiments).toHaveLength(2);
    expect(Object(body).experiments).toEqual(
      expect.arrayContaining(own.map((one) => use(one, 'checkout'))),
    );
    // A dependent counts also where the toggle no longer has an experiment.
    for (const { envId, id } of own) await call('DELETE', `/envs/${envId}/experiments/${id}`);
    expect((await uses()).body).toEqual({ ...unused, dependents: [use(dependent, 'other')] });
    const stranger = await createCompany(server);
    const path = `/api/apps/${application.id}/toggles/${toggle.id}/used-by`;
    expect(await server.call('GET', path, stranger)).toMatchObject({ status: 404 });
    const elsewhere = await createApplication(server, admin.accountId);
    const there = `/api/apps/${elsewhere.id}/toggles/${toggle.id}/used-by`;
    expect(await server.call('GET', there, admin)).toMatchObject({ status: 404 });
  });
});

describe('a toggle goes with its experiments', () => {
  it('CDW-73: in one revision, with an entry for each, and each can be restored', async () => {
    const toggle = await toggleNamed('checkout');
    const kept = await experimentIn(0, await toggleNamed('kept'));
    const own = [await experimentIn(0, toggle), await experimentIn(2, toggle)];
    const before = await lastSequence();
    expect(await remove(toggle, own)).toMatchObject({ status: 204 });

    const entries = await entriesAfter(before);
    const revision = entries[0]?.revision;
    const experiment = { action: 'DELETED', type: 'experiment', revision };
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...experiment, id: own[0]?.id, environment: 'Production' },
        { ...experiment, id: own[1]?.id, environment: 'Dev' },
      ]),
    );
    const deleted = { action: 'DELETED', type: 'toggle', environment: null, revision };
    expect(entries.slice(2)).toEqual([{ ...deleted, id: toggle.id }]);
    const revisions = await server.database.sql
      .select({ revision: environments.revision })
      .from(environments)
      .where(eq(environments.applicationId, application.id));
    expect(revisions).toEqual([{ revision }, { revision }, { revision }]);
    expect((await call('GET', `${placeIn(0)}/${kept.id}`)).status).toBe(200);

    for (const { id } of [toggle, ...own]) {
      expect(await call('POST', `/deleted-items/${id}/restore`, {})).toMatchObject({ status: 201 });
    }
    expect((await call('GET', `${placeIn(2)}/${own[1]?.id}`)).body).toMatchObject({
      toggleId: toggle.id,
      rules: EVERYONE_ON,
    });
  });

  it('CDW-73: EXPERIMENT_EXISTS: not with one that nobody named, such as a new one; nothing is deleted', async () => {
    const toggle = await toggleNamed('checkout');
    const known = await experimentIn(0, toggle);
    const meanwhile = await experimentIn(1, toggle);
    const before = await exported();
    for (const answer of [await remove(toggle, [known]), await archive(toggle, [known])]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error_code: 'EXPERIMENT_EXISTS', meta_data: { items: [{ id: meanwhile.id }] } },
      });
      expect(answer.body.meta_data?.items).toHaveLength(1);
    }
    expect(await exported()).toEqual(before);
  });

  it('CDW-73: EXPERIMENT_DEPENDENCY_EXISTS: never while rules of another depend on it, named or not', async () => {
    const toggle = await toggleNamed('checkout');
    const own = await experimentIn(0, toggle);
    const other = await toggleNamed('other');
    const dependent = await experimentIn(0, other, dependingOn(toggle));
    const before = await exported();
    for (const answer of [
      await remove(toggle, [own, dependent]),
      await archive(toggle, [own, dependent]),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          error_code: 'EXPERIMENT_DEPENDENCY_EXISTS',
          meta_data: { items: [{ id: dependent.id }] },
        },
      });
    }
    expect(await exported()).toEqual(before);
  });

  it('CDW-73: experiments of other toggles, and of another company, stay', async () => {
    const toggle = await toggleNamed('checkout');
    const own = await experimentIn(0, toggle);
    const other = await experimentIn(0, await toggleNamed('other'));
    const stranger = await createCompany(server);
    const asStranger = `/api/apps/${application.id}/toggles/${toggle.id}?experiments=${own.id}`;
    expect(await server.call('DELETE', asStranger, stranger)).toMatchObject({ status: 404 });
    expect((await remove(toggle, [own, other, { id: 'nobody' }])).status).toBe(204);
    expect((await call('GET', `${placeIn(0)}/${other.id}`)).status).toBe(200);
    expect((await call('GET', `${placeIn(0)}/${own.id}`)).status).toBe(404);
  });

  it('CDW-73: VERSION_CONFLICT: If-Match is the version of the toggle, and decides about all of it', async () => {
    const toggle = await toggleNamed('checkout');
    const own = await experimentIn(0, toggle);
    await call('PUT', `${placeIn(0)}/${own.id}`, {
      rules: [{ ...EVERYONE_ON[0], valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } }],
    });
    const before = await exported();
    expect(await remove(toggle, [own], { 'if-match': '"2"' })).toMatchObject({ status: 412 });
    expect(await exported()).toEqual(before);
    expect(await remove(toggle, [own], { 'if-match': '"1"' })).toMatchObject({ status: 204 });
  });

  it('CDW-73 SAF-22: APPROVAL_REQUIRED: not where Production asks for an approval; nothing is deleted', async () => {
    const toggle = await toggleNamed('checkout');
    const own = [await experimentIn(0, toggle), await experimentIn(1, toggle)];
    const policy = `/envs/${application.environmentIds[0]}/change-policy`;
    await call('PUT', policy, { approvals: 1 });
    const before = await exported();
    const refused = { status: 409, body: { error_code: 'APPROVAL_REQUIRED' } };
    expect(await remove(toggle, own)).toMatchObject(refused);
    expect(await archive(toggle, own)).toMatchObject(refused);
    expect(await exported()).toEqual(before);
  });

  it('CDW-73: archived, it goes on answering its default, and its experiments are deleted', async () => {
    const toggle = await toggleNamed('checkout');
    const own = [await experimentIn(0, toggle), await experimentIn(1, toggle)];
    const before = await lastSequence();
    expect(await archive(toggle, own)).toMatchObject({
      status: 200,
      body: { id: toggle.id, archived: true, version: 2, owner: null },
    });
    const entries = await entriesAfter(before);
    expect(entries.map(({ action, type }) => `${action} ${type}`)).toEqual([
      'DELETED experiment',
      'DELETED experiment',
      'EDITED toggle',
    ]);
    expect(new Set(entries.map(({ revision }) => revision)).size).toBe(1);
    expect((await archive(toggle, own)).body).toMatchObject({ archived: true, version: 2 });
    await call('POST', `/toggles/${toggle.id}/unarchive`);
    for (const { id } of own) {
      expect(await call('POST', `/deleted-items/${id}/restore`, {})).toMatchObject({ status: 201 });
    }
  });
});
