import { type Endpoint, needsOf } from '@comporta/contract/endpoint';
import type { Role } from '@comporta/contract/role';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { applications } from '../tables/applications.ts';
import { roles } from '../tables/grants.ts';
import { createUser } from './builders.ts';
import { endpointsOfContract, routeOf, smallestBodyOf } from './contract-endpoints.ts';
import { createFurnishedCompany, type FurnishedCompany, fillPath } from './furnished-company.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const ALL = await endpointsOfContract();
const cases = (keep: (endpoint: Endpoint) => boolean) =>
  ALL.filter(keep).map((endpoint) => [routeOf(endpoint), endpoint] as const);

const needsSession = ({ access }: Endpoint) => access === 'user' || access === 'admin';
const isInApplication = ({ path }: Endpoint) => path.includes('/:appId');
/** Whether the path has ids that the check of the actor's access to the application or account does not cover. */
const hasInnerId = ({ path }: Endpoint) => /:(envId|destEnvId|id)\b/.test(path);

let server: TestServer;
let company: FurnishedCompany;
let stranger: FurnishedCompany;

beforeAll(async () => {
  server = await startTestServer();
  company = await createFurnishedCompany(server);
  stranger = await createFurnishedCompany(server);
});
afterAll(() => server.close());

function send(endpoint: Endpoint, path: string, token?: string) {
  const body = smallestBodyOf(endpoint);
  return server.call<{ error_code?: string }>(endpoint.method, path, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  });
}

/** Status and text of a refusal, without the ids that differ between any two calls. */
async function refusalOf(endpoint: Endpoint, path: string, token: string) {
  const { status, body } = await send(endpoint, path, token);
  return { status, text: JSON.stringify({ ...body, request_id: '' }).replace(/[\da-f-]{36}/g, '') };
}

describe('every endpoint', () => {
  it.each(cases(() => true))('%s is served', (_route, { method, path }) => {
    expect(server.http.hasRoute({ method, url: path })).toBe(true);
  });

  it.each(cases(needsSession))('UNAUTHORIZED: %s without a session', async (_route, endpoint) => {
    const path = fillPath(endpoint.path, company);
    for (const token of [
      undefined,
      'unknown',
      company.environmentKey,
      company.clientKey,
      `${company.accountKey}x`,
    ]) {
      const answer = await send(endpoint, path, token);
      expect(answer).toMatchObject({ status: 401, body: { error_code: 'UNAUTHORIZED' } });
    }
  });

  it.each(cases(({ access }) => access.startsWith('environment')))(
    'UNAUTHORIZED: %s without a key of an environment',
    async (_route, endpoint) => {
      const path = fillPath(endpoint.path, company);
      for (const token of [undefined, company.adminToken, company.accountKey]) {
        expect((await send(endpoint, path, token)).status).toBe(401);
      }
    },
  );

  it.each(cases((endpoint) => endpoint.access === 'admin' || isInApplication(endpoint)))(
    'FORBIDDEN: %s for a user without access to it',
    async (_route, endpoint) => {
      const answer = await send(endpoint, fillPath(endpoint.path, company), company.memberToken);
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    },
  );

  it.each(cases((endpoint) => needsSession(endpoint) && endpoint.programs === 'refused'))(
    'FORBIDDEN: %s with an account key',
    async (_route, endpoint) => {
      const answer = await send(endpoint, fillPath(endpoint.path, company), company.accountKey);
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    },
  );

  it.each(cases(isInApplication))(
    'NOT_FOUND: %s of another company answers as if it did not exist',
    async (_route, endpoint) => {
      const theirs = fillPath(endpoint.path, company);
      const nobodys = fillPath(endpoint.path, company, newId);
      const refusal = await refusalOf(endpoint, theirs, stranger.adminToken);
      expect(refusal).toMatchObject({ status: 404 });
      expect(refusal).toEqual(await refusalOf(endpoint, nobodys, stranger.adminToken));
    },
  );

  it.each(cases((endpoint) => needsSession(endpoint) && hasInnerId(endpoint)))(
    "NOT_FOUND: %s with ids of another company in a path of the caller's company",
    async (_route, endpoint) => {
      const names = [...endpoint.path.matchAll(/:(envId|destEnvId|id)\b/g)].map(([, name]) => name);
      for (const foreign of names) {
        const pathWith = (source: (id: string) => string) => {
          const theirs = fillPath(endpoint.path, company).split('/');
          return fillPath(endpoint.path, stranger)
            .split('/')
            .map((part, place) =>
              isPlaceOf(endpoint, place, foreign) ? source(theirs[place] ?? '') : part,
            )
            .join('/');
        };
        const refusal = await refusalOf(
          endpoint,
          pathWith((id) => id),
          stranger.adminToken,
        );
        expect(refusal, foreign).toMatchObject({ status: 404 });
        expect(refusal).toEqual(await refusalOf(endpoint, pathWith(newId), stranger.adminToken));
      }
    },
  );

  it('the refused requests changed nothing', async () => {
    const [application] = await server.database.sql
      .select({ revision: applications.revision })
      .from(applications)
      .where(eq(applications.id, company.ids.appId ?? ''));
    expect(application).toEqual({ revision: 0 });
  });
});

/** What somebody is in the application, and in its first environment; the second one has the role of the application. */
interface Somebody {
  readonly role: Role;
  readonly here: Role;
}

describe.each<[who: string, somebody: Somebody]>([
  ['a viewer', { role: 'VIEWER', here: 'VIEWER' }],
  ['an editor who only reads one environment', { role: 'EDITOR', here: 'VIEWER' }],
  ['a viewer who edits one environment', { role: 'VIEWER', here: 'EDITOR' }],
  ['an approver', { role: 'APPROVER', here: 'APPROVER' }],
])('SAF-42: every endpoint for %s', (_who, somebody) => {
  let shop: FurnishedCompany;
  let token: string;

  beforeAll(async () => {
    shop = await createFurnishedCompany(server);
    const { accountId, ids } = shop;
    const { appId: applicationId = '', envId: environmentId = '' } = ids;
    const user = await createUser(server, accountId);
    token = user.token;
    const { role, here } = somebody;
    await server.database.sql.insert(roles).values([
      { userId: user.id, applicationId, environmentId: null, role },
      { userId: user.id, applicationId, environmentId, role: here },
    ]);
  });

  const inApplication = cases((one) => one.access === 'user' && isInApplication(one));
  it.each(
    inApplication.flatMap(([route, endpoint]) => [
      [route, 'this environment', endpoint] as const,
      [route, 'the other environment', endpoint] as const,
    ]),
  )('%s in %s', async (_route, where, endpoint) => {
    // Things that do not exist, so that nothing is changed.
    const path = fillPath(endpoint.path, shop, (id, name) => {
      if (name === 'id') return newId();
      const { envId = '', destEnvId = '' } = shop.ids;
      const [changed, other] =
        where === 'this environment' ? [envId, destEnvId] : [destEnvId, envId];
      // Of two environments in a path, the second one is changed.
      const isFirstOfTwo = name === 'envId' && endpoint.path.includes(':destEnvId');
      return name === 'envId' || name === 'destEnvId' ? (isFirstOfTwo ? other : changed) : id;
    });
    const isInEnvironment = /:(envId|destEnvId)\b/.test(endpoint.path);
    const isHere = isInEnvironment && where === 'this environment';
    const role = isHere ? somebody.here : somebody.role;
    const may = {
      VIEWER: true,
      EDITOR: role !== 'VIEWER',
      EDITOR_SOMEWHERE: somebody.role !== 'VIEWER' || somebody.here !== 'VIEWER',
    }[needsOf(endpoint)];
    if (may) {
      // Not every answer is JSON.
      const answer = await server.http.inject({
        method: endpoint.method,
        url: path,
        headers: { authorization: `Bearer ${token}` },
        payload: smallestBodyOf(endpoint) ?? '',
      });
      expect(answer.statusCode).not.toBe(403);
    } else {
      // A body that no call takes: it is not looked at.
      const answer = await server.call(endpoint.method, path, { token, body: 'no body' });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    }
  });
});

function isPlaceOf({ path }: Endpoint, place: number, name: string | undefined): boolean {
  return path.split('/')[place] === `:${name}`;
}
