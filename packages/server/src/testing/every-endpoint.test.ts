import type { Endpoint } from '@comporta/contract/endpoint';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { applications } from '../tables/applications.ts';
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

  it.each(cases((endpoint) => needsSession(endpoint) && endpoint.accountKey === 'refused'))(
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

function isPlaceOf({ path }: Endpoint, place: number, name: string | undefined): boolean {
  return path.split('/')[place] === `:${name}`;
}
