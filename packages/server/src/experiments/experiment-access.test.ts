import type { Experiment } from '@comporta/contract/experiments/experiment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import {
  createApplication,
  createCompany,
  createProperty,
  createTargetGroup,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** One thing of each kind that a rule can refer to, all of one application. */
interface Things {
  readonly application: TestApplication;
  readonly path: string;
  readonly toggleId: string;
  readonly propertyId: string;
  readonly versionId: string;
  readonly targetGroupId: string;
}

let server: TestServer;
let admin: TestUser;
let mine: Things;
let elsewhere: Things;
let foreign: Things;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  mine = await createThings(admin);
  elsewhere = await createThings(admin);
  foreign = await createThings(await createCompany(server));
});
afterAll(() => server.close());

async function createThings({ accountId }: TestUser): Promise<Things> {
  const application = await createApplication(server, accountId);
  const { id, environmentIds } = application;
  const version = { key: 'version', type: 'SEMANTIC_VERSION' } as const;
  return {
    application,
    path: `/api/apps/${id}/envs/${environmentIds[0]}/experiments`,
    toggleId: await createToggle(server, id),
    propertyId: await createProperty(server, id, { key: 'country', type: 'STRING' }),
    versionId: await createProperty(server, id, version),
    targetGroupId: await createTargetGroup(server, id, { name: 'Staff', uids: 'ana' }),
  };
}

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };

async function create(rule: object, toggleId?: string) {
  const own = toggleId ?? (await createToggle(server, mine.application.id));
  const body = { toggleId: own, rules: [{ ...rule, valueSpec: ENABLED }, EVERYONE] };
  return server.call<Experiment>('POST', mine.path, { token: admin.token, body });
}

describe("ids in a body that are not the application's own", () => {
  it.each<[string, (things: Things) => object]>([
    [
      'NO_PROPERTY',
      ({ propertyId }) => ({
        type: 'PROPERTY',
        propertyRule: { propertyId, expression: 'EQUALS', term: 'BR' },
      }),
    ],
    [
      'VERSION_NO_PROPERTY',
      ({ versionId }) => ({
        type: 'ALL_USERS',
        versionRule: { propertyId: versionId, expression: 'EQUALS', term: '1.0.0' },
      }),
    ],
    [
      'NO_TARGET_GROUP_SPECIFIED',
      ({ targetGroupId }) => ({
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [targetGroupId] },
      }),
    ],
    [
      'NO_TOGGLE_DEPENDENCY_SELECTED',
      ({ toggleId }) => ({
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggleId, value: 'enabled' },
      }),
    ],
  ])(
    '%s: the same answer for an id of another application, of another company and of nothing',
    async (code, ruleWith) => {
      expect((await create(ruleWith(mine))).status).toBe(201);
      const id = newId();
      const nowhere = { ...mine, toggleId: id, propertyId: id, versionId: id, targetGroupId: id };
      for (const things of [elsewhere, foreign, nowhere]) {
        expect(await create(ruleWith(things))).toMatchObject({
          status: 400,
          body: { error_code: code, meta_data: { rules: [{ order: 1, code }] } },
        });
      }
    },
  );

  it("NO_TOGGLE: the experiment's own toggle is not one of this application", async () => {
    for (const toggleId of [elsewhere.toggleId, foreign.toggleId, newId(), 'x', '']) {
      expect(await create({ type: 'ALL_USERS' }, toggleId)).toMatchObject({
        status: 400,
        body: { error_code: 'NO_TOGGLE' },
      });
    }
  });
});

describe('ids in a path', () => {
  it('NOT_FOUND: an environment or an experiment that is not below this path, for every call', async () => {
    const { body } = await create({ type: 'ALL_USERS' });
    const [foreignEnvironment] = foreign.application.environmentIds;
    const paths = [
      `/api/apps/${mine.application.id}/envs/${foreignEnvironment}/experiments/${body.id}`,
      `/api/apps/${mine.application.id}/envs/${newId()}/experiments/${body.id}`,
      `${elsewhere.path}/${body.id}`,
      `${mine.path}/${newId()}`,
      `${mine.path}/new`,
    ];
    for (const path of paths) {
      const calls = [
        ['GET', path],
        ['PUT', path],
        ['DELETE', path],
        ['POST', `${path}/pause`],
        ['POST', `${path}/restart`],
        ['POST', `${path}/to/${mine.application.environmentIds[0]}`],
      ] as const;
      for (const [method, target] of calls) {
        expect(await server.call(method, target, { token: admin.token }), target).toMatchObject({
          status: 404,
          body: { error_code: 'NOT_FOUND' },
        });
      }
    }
  });

  it('NOT_FOUND: every call of another company; FORBIDDEN: every call of a user without the grant', async () => {
    const { body } = await create({ type: 'ALL_USERS' });
    const stranger = await createCompany(server);
    const outsider = await createUser(server, admin.accountId);
    const member = await createUser(server, admin.accountId, { apps: [mine.application.id] });
    const calls = [
      ['GET', `/api/apps/${mine.application.id}/experiments`],
      ['GET', mine.path],
      ['POST', mine.path],
      ['POST', `${mine.path}/${body.id}/pause`],
      ['DELETE', `${mine.path}/${body.id}`],
    ] as const;
    for (const [method, path] of calls) {
      expect((await server.call(method, path, stranger)).status, path).toBe(404);
      expect((await server.call(method, path, outsider)).status, path).toBe(403);
      expect((await server.call(method, path)).status, path).toBe(401);
    }
    expect((await server.call('DELETE', `${mine.path}/${body.id}`, member)).status).toBe(204);
  });
});
