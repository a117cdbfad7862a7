import type { Rule } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { targetGroups } from '../tables/target-groups.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createTargetGroup,
  createToggle,
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
});
afterAll(() => server.close());
beforeEach(async () => {
  application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  path = `/api/apps/${application.id}`;
});

/** A pattern with about 480 instructions; ten of them are within the limit, eleven exceed it. */
const large = (index: number) => `[a-z]{480}[^${String.fromCodePoint(0x4e00 + index)}]`;

const asks = (index: number) => ({ propertyId: 'uid', expression: 'REGEX', term: large(index) });
const group = (name: string, ...patterns: number[]) => ({
  name,
  policy: 'OR',
  conditions: patterns.map(asks),
});
const TEN = Array.from({ length: 10 }, (_, index) => index);
const VALUE = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
const EVERYONE = { type: 'ALL_USERS', valueSpec: VALUE } as const;
const ruleOf = (index: number) =>
  ({ type: 'PROPERTY', propertyRule: asks(index), valueSpec: VALUE }) as Rule;

function call<Body = unknown>(method: string, to: string, body?: object) {
  return server.call<Body>(method, path + to, { token: admin.token, body });
}
const tooMany = (at?: readonly (string | number)[]) => ({
  status: 400,
  body: {
    error_code: 'LIMIT_EXCEEDED',
    meta_data: { field: 'regex', limit: 5_000, ...(at && { at }) },
  },
});

describe('the patterns of one application', () => {
  it('SEC-03: may have 5,000 instructions in total; an eleventh large one is refused with its place', async () => {
    const { status, body } = await call<{ id: string }>(
      'POST',
      '/target-groups',
      group('A', ...TEN),
    );
    expect(status).toBe(201);
    const at = ['conditions', 0, 'term'];
    expect(await call('POST', '/target-groups', group('B', 3, 10))).toMatchObject(tooMany(at));
    expect(await call('GET', '/target-groups')).toMatchObject({ body: [{ name: 'A' }] });

    const edited = group('A', ...TEN, 10);
    expect(await call('PUT', `/target-groups/${body.id}`, edited)).toMatchObject(
      tooMany(['conditions', 10, 'term']),
    );
    const toggleId = await createToggle(server, application.id);
    const experiments = `/envs/${application.environmentIds[0]}/experiments`;
    expect(
      await call('POST', experiments, { toggleId, rules: [ruleOf(0), ruleOf(10), EVERYONE] }),
    ).toMatchObject(tooMany(['rules', 0, 'propertyRule', 'term']));
  });

  it('SEC-03: count once however often they are used, and not for another application', async () => {
    expect((await call('POST', '/target-groups', group('A', ...TEN))).status).toBe(201);
    expect((await call('POST', '/target-groups', group('B', ...TEN))).status).toBe(201);
    const other = await createApplication(server, admin.accountId);
    path = `/api/apps/${other.id}`;
    expect((await call('POST', '/target-groups', group('C', 10))).status).toBe(201);
  });

  it('SEC-03: count once for each property that they are used with', async () => {
    const email = await call<{ id: string }>('POST', '/properties', {
      key: 'email',
      type: 'STRING',
    });
    await call('POST', '/target-groups', group('A', ...TEN));
    const conditions = [{ ...asks(0), propertyId: email.body.id }];
    expect(await call('POST', '/target-groups', { ...group('B'), conditions })).toMatchObject(
      tooMany(['conditions', 0, 'term']),
    );
  });

  it('SEC-03: an import with too many patterns changes nothing', async () => {
    const named = ({ propertyId, ...condition }: ReturnType<typeof asks>) => ({
      property: propertyId,
      ...condition,
    });
    const { body: document } = await call<object>('GET', '/export');
    const targetGroups = [
      { ...group('A'), conditions: TEN.map(asks).map(named) },
      { ...group('B'), conditions: [named(asks(10))] },
    ];
    const refused = await call('POST', '/import', { ...document, targetGroups });
    expect(refused).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'regex' } },
    });
    expect(await call('GET', '/target-groups')).toMatchObject({ body: [] });
  });

  describe('when an earlier release has accepted more of them', () => {
    let id: string;
    beforeEach(async () => {
      id = await createTargetGroup(server, application.id, { name: 'A', uids: 'ana' });
      const conditions = [...TEN, 10, 11].map((index) => ({ id: `c${index}`, ...asks(index) }));
      await server.database.sql
        .update(targetGroups)
        .set({ conditions: conditions as never }) // `expression` is a string here, but a union in the column.
        .where(eq(targetGroups.id, id));
    });

    it('SEC-03: a change that adds none is saved, so that they can be reduced', async () => {
      expect((await call('PUT', `/target-groups/${id}`, group('B', ...TEN, 11))).status).toBe(200);
    });

    it('SEC-03: an experiment with one is not cloned', async () => {
      const toggleId = await createToggle(server, application.id);
      const experiment = await createExperiment(server, application, toggleId, [
        ruleOf(0),
        EVERYONE,
      ]);
      const [from, to] = application.environmentIds;
      const clone = `/envs/${from}/experiments/${experiment}/to/${to}`;
      expect(await call('POST', clone)).toMatchObject(tooMany());
    });
  });

  it('SEC-03: those of a draft in the playground also count', async () => {
    const toggleId = await createToggle(server, application.id);
    await call('POST', '/target-groups', group('A', ...TEN));
    const draft = { toggleId, rules: [EVERYONE, ruleOf(10), EVERYONE] };
    const evaluate = `/envs/${application.environmentIds[0]}/evaluate`;
    expect(await call('POST', evaluate, { draft })).toMatchObject(
      tooMany(['draft', 'rules', 1, 'propertyRule', 'term']),
    );
    const few = { toggleId, rules: [ruleOf(1), EVERYONE] };
    expect((await call('POST', evaluate, { draft: few })).status).toBe(200);
  });
});
