import type { Experiment } from '@comporta/contract/experiments/experiment';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { experiments } from '../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { storeChain } from '../testing/chains/store-chain.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let production: string;
let staging: string;
let a: string;
let b: string;
let c: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  [production = '', staging = ''] = application.environmentIds;
  a = await createToggle(server, application.id, { name: 'a' });
  b = await createToggle(server, application.id, { name: 'b' });
  c = await createToggle(server, application.id, { name: 'c' });
});

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };

function waitingFor(toggleId: string, value = 'enabled') {
  const toggleDependencyRule = { toggleId, value };
  return { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: ENABLED };
}
function pathIn(envId: string): string {
  return `/api/apps/${application.id}/envs/${envId}/experiments`;
}
function create(toggleId: string, rules: readonly object[] = [], envId = production) {
  const body = { toggleId, rules: [...rules, EVERYONE] };
  return server.call<Experiment>('POST', pathIn(envId), { token: admin.token, body });
}
function edit({ id, envId }: Experiment, rules: readonly object[]) {
  const body = { rules: [...rules, EVERYONE] };
  return server.call<Experiment>('PUT', `${pathIn(envId)}/${id}`, { token: admin.token, body });
}
function post({ id, envId }: Experiment, action: string) {
  return server.call<Experiment>('POST', `${pathIn(envId)}/${id}/${action}`, {
    token: admin.token,
  });
}
async function toggleNamesIn(envId: string): Promise<string[]> {
  const { body } = await server.call<Experiment[]>('GET', pathIn(envId), { token: admin.token });
  return body.map((experiment) => experiment.toggleName);
}
function conflict(code: string, meta: object = {}) {
  return { status: 409, body: { error_code: code, meta_data: meta } };
}

describe('TOGGLE_HAS_EXPERIMENT', () => {
  it('a toggle has one experiment in each environment', async () => {
    await create(a);
    expect(await create(a)).toMatchObject({
      status: 409,
      body: { error_code: 'TOGGLE_HAS_EXPERIMENT' },
    });
    expect((await create(a, [], staging)).status).toBe(201);
  });

  it('of 10 creates at once exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(a)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('TOGGLE_ARCHIVED', () => {
  it('HOS-05, FAIR-61: an archived toggle gets no experiment, neither a new one nor a clone, alone or with others', async () => {
    const { body } = await create(a);
    // As the release before let users store it.
    await server.database.sql.execute(sql`update toggles set archived = true`);
    expect(await create(b)).toMatchObject(conflict('TOGGLE_ARCHIVED', { at: ['toggleId'] }));
    const clone = `${pathIn(production)}/${body.id}/to/${staging}`;
    expect(await server.call('POST', clone, { token: admin.token })).toMatchObject({
      status: 409,
      body: { error_code: 'TOGGLE_ARCHIVED' },
    });
    const many = { ids: [body.id], action: 'CLONE', destEnvId: staging };
    const bulk = await server.call('POST', `${pathIn(production)}/bulk`, {
      token: admin.token,
      body: many,
    });
    expect(bulk.body).toMatchObject({ results: [{ id: body.id, error_code: 'TOGGLE_ARCHIVED' }] });
    expect(await toggleNamesIn(staging)).toEqual([]);
  });
});

describe('DUPLICATED_RULE', () => {
  it('CON-25: names the duplicates and the rule that each repeats, numbered from 1', async () => {
    const rules = [waitingFor(b), waitingFor(c), waitingFor(b), waitingFor(b)];
    const refused = conflict('DUPLICATED_RULE', {
      rule_order: [3, 4],
      duplicate_of: [1, 1],
    });
    expect(await create(a, rules)).toMatchObject(refused);
    const { body } = await create(a);
    expect(await edit(body, rules)).toMatchObject(refused);
  });

  it('W-13: rules that were stored before they had to be distinct are not cloned', async () => {
    const { body } = await create(a, [waitingFor(b)]);
    await server.database.sql.execute(
      sql`update ${experiments} set rules = (rules -> 0) || rules where id = ${body.id}`,
    );
    expect(await post(body, `to/${staging}`)).toMatchObject(
      conflict('DUPLICATED_RULE', { rule_order: [2], duplicate_of: [1] }),
    );
    expect(await toggleNamesIn(staging)).toEqual([]);
  });
});

describe('CIRCULAR_TOGGLE_DEPENDENCY', () => {
  it('a toggle does not depend on itself', async () => {
    expect(await create(a, [waitingFor(a)])).toMatchObject(
      conflict('CIRCULAR_TOGGLE_DEPENDENCY', { toggle_id: a }),
    );
    expect(await toggleNamesIn(production)).toEqual([]);
  });

  it('names the dependency that closes the cycle, however long the cycle is; nothing is saved', async () => {
    await create(b, [waitingFor(c)]);
    const { body } = await create(c);
    await create(a, [waitingFor(b)]);
    expect(await edit(body, [waitingFor(a)])).toMatchObject(
      conflict('CIRCULAR_TOGGLE_DEPENDENCY', { toggle_id: a }),
    );
    const unchanged = await server.call<Experiment>('GET', `${pathIn(production)}/${body.id}`, {
      token: admin.token,
    });
    expect(unchanged.body).toEqual(body);
  });

  it('is checked within one environment, paused experiments included', async () => {
    const { body } = await create(a, [waitingFor(b)]);
    await post(body, 'pause');
    expect((await create(b, [waitingFor(a)], staging)).status).toBe(201);
    expect((await create(b, [waitingFor(a)])).body).toMatchObject({
      error_code: 'CIRCULAR_TOGGLE_DEPENDENCY',
    });
  });

  it('a → b and b → a saved at once are never both saved', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = await Promise.all([
        create(a, [waitingFor(b)]),
        create(b, [waitingFor(a)]),
      ]);
      expect([one.status, other.status].sort()).toEqual([201, 409]);
      const { id } = one.status === 201 ? one.body : other.body;
      await server.call('DELETE', `${pathIn(production)}/${id}`, { token: admin.token });
    }
  });
});

describe('DEPENDENCY_CHAIN_TOO_LONG', () => {
  const CODE = 'DEPENDENCY_CHAIN_TOO_LONG';

  const storeRow = (length: number) =>
    storeChain(server, { applicationId: application.id, environmentId: production, length });

  it('RUL-50: 100 toggles in a row are saved, 101 are refused at the dependency, in a clone, too', async () => {
    const [first = '', second = ''] = await storeRow(100);
    expect((await create(a, [waitingFor(second)])).status).toBe(201);
    expect(await create(b, [waitingFor(c), waitingFor(first)])).toMatchObject(
      conflict(CODE, {
        limit: 100,
        length: 101,
        toggle_id: c,
        at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      }),
    );
    expect(await toggleNamesIn(production)).not.toContain('b');
    const { body } = await create(b, [waitingFor(first)], staging);
    expect(await post(body, `to/${production}`)).toMatchObject(
      conflict(CODE, { toggle_id: first }),
    );
    const many = { ids: [body.id], action: 'CLONE', destEnvId: production };
    const bulk = await server.call('POST', `${pathIn(staging)}/bulk`, {
      token: admin.token,
      body: many,
    });
    expect(bulk.body).toMatchObject({ results: [{ id: body.id, error_code: CODE }] });
  });

  it('RUL-50: of 10,000 that were stored before each stays editable, but gets no further dependency', async () => {
    const [, second = ''] = await storeRow(10_000);
    const { body: list } = await server.call<Experiment[]>('GET', pathIn(production), {
      token: admin.token,
    });
    const first = list.find(({ rules }) =>
      rules.some((rule) => JSON.stringify(rule).includes(second)),
    );
    const stored = first ?? expect.fail();
    const edited = await edit(stored, [waitingFor(second, 'disabled'), waitingFor(second)]);
    expect(edited.status).toBe(200);
    expect(await edit(stored, [waitingFor(a), waitingFor(second)])).toMatchObject(
      conflict(CODE, { length: 10_000, toggle_id: a }),
    );
    const path = `/api/apps/${application.id}`;
    const { body: exported } = await server.call<object>('GET', `${path}/export`, {
      token: admin.token,
    });
    const imported = await server.call('POST', `${path}/import`, {
      token: admin.token,
      body: exported,
    });
    expect(imported).toMatchObject({ status: 200, body: { changes: [] } });
  });
});

describe('TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT', () => {
  const CODE = 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT';

  it('a new dependency cannot be on a paused experiment, but can be on a toggle without one', async () => {
    expect((await create(a, [waitingFor(b)])).status).toBe(201);
    const { body } = await create(c);
    await post(body, 'pause');
    expect(await create(b, [waitingFor(c)])).toMatchObject(conflict(CODE, { toggle_id: c }));
    await post(body, 'restart');
    expect((await create(b, [waitingFor(c)])).status).toBe(201);
  });

  it('an experiment stays editable while a toggle it already depends on is paused', async () => {
    const dependency = (await create(b)).body;
    const { body } = await create(a, [waitingFor(b)]);
    await post(dependency, 'pause');
    expect((await edit(body, [waitingFor(c), waitingFor(b)])).status).toBe(200);
    expect(await edit(body, [waitingFor(b, 'disabled')])).toMatchObject(
      conflict(CODE, { toggle_id: b }),
    );
  });
});

describe('a clone', () => {
  it('is active, keeps salt, buckets and rules, and belongs to the other environment', async () => {
    const { body: source } = await create(a, [waitingFor(b)]);
    await post(source, 'pause');
    const clone = await post(source, `to/${staging}`);
    const { salt, buckets, toggleId } = source;
    const rules = source.rules.map((rule) => ({ ...rule, id: expect.any(String) }));
    expect(clone).toMatchObject({
      status: 201,
      body: { envId: staging, status: 'ACTIVE', version: 1, rules, salt, buckets, toggleId },
    });
    expect(clone.body.id).not.toBe(source.id);
    expect(await toggleNamesIn(staging)).toEqual(['a']);
    expect(
      (await server.call('DELETE', `/api/apps/${application.id}/toggles/${b}`, admin)).body,
    ).toMatchObject({
      error_code: 'EXPERIMENT_DEPENDENCY_EXISTS',
      meta_data: { items: [{ envId: expect.any(String) }, { envId: expect.any(String) }] },
    });
  });

  it('TOGGLE_HAS_EXPERIMENT: is refused where the toggle has an experiment, its own environment included', async () => {
    const { body } = await create(a);
    await create(a, [], staging);
    for (const destination of [staging, production]) {
      expect((await post(body, `to/${destination}`)).body).toMatchObject({
        error_code: 'TOGGLE_HAS_EXPERIMENT',
      });
    }
  });

  it('UNKNOWN_ENVIRONMENT: is refused for an environment outside the application', async () => {
    const { body } = await create(a);
    const other = await createApplication(server, admin.accountId);
    const stranger = await createCompany(server);
    const foreign = await createApplication(server, stranger.accountId);
    const [otherId = ''] = other.environmentIds;
    const [foreignId = ''] = foreign.environmentIds;
    for (const destination of [newId(), 'nowhere', otherId, foreignId]) {
      expect(await post(body, `to/${destination}`)).toMatchObject({
        status: 404,
        body: {
          error_code: 'UNKNOWN_ENVIRONMENT',
          meta_data: { environment_id: destination },
        },
      });
    }
  });

  it('CIRCULAR_TOGGLE_DEPENDENCY and TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT are checked in the target environment', async () => {
    const { body } = await create(a, [waitingFor(b)]);
    const circular = (await create(b, [waitingFor(a)], staging)).body;
    expect(await post(body, `to/${staging}`)).toMatchObject(
      conflict('CIRCULAR_TOGGLE_DEPENDENCY', { toggle_id: b }),
    );
    await edit(circular, []);
    await post(circular, 'pause');
    expect(await post(body, `to/${staging}`)).toMatchObject(
      conflict('TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT', { toggle_id: b }),
    );
    expect(await toggleNamesIn(staging)).toEqual(['b']);
  });
});
