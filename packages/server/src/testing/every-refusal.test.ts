import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import { writesOfContract } from './contract-endpoints.ts';
import { everySample } from './find-samples.ts';
import { createFurnishedCompany, fillPath } from './furnished-company.ts';
import { FULL_PLAN, type NounSample, type RefusalSample, type Stage } from './samples.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const WRITES = await writesOfContract();
const SAMPLES = await everySample();

/** A PUT cannot change the e-mail of a user or the toggle of an experiment, so it never answers these codes. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  updateUser: ['EMPTY_EMAIL', 'INVALID_EMAIL'],
  updateExperiment: ['NO_TOGGLE', 'TOGGLE_HAS_EXPERIMENT'],
};

let server: TestServer;
let withoutKey: TestServer;
let database: TestDatabase;

beforeAll(async () => {
  const plans = { PLANS: JSON.stringify({ FULL: FULL_PLAN }) };
  database = await createTestDatabase();
  server = await startTestServer(plans);
  withoutKey = await startTestServer({ ...plans, DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.close();
  await withoutKey.close();
  await database.drop();
});

/** Creates a company for each refusal, so that the samples do not affect each other. */
async function openStage(server: TestServer): Promise<Stage> {
  const company = await createFurnishedCompany(server);
  const [admin] = await server.database.sql
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, company.accountId), users.admin));
  return {
    server,
    company,
    ids: company.ids,
    adminId: admin?.id ?? '',
    async create(path, body) {
      const { status } = await server.call('POST', path, { token: company.adminToken, body });
      expect(status, `POST ${path}`).toBe(201);
    },
  };
}

async function send(
  path: string,
  method: 'POST' | 'PUT',
  { good }: NounSample,
  { body, ofSelf, withoutKey: isWithoutKey }: RefusalSample,
) {
  const stage = await openStage(isWithoutKey ? withoutKey : server);
  const change = typeof body === 'function' ? await body(stage) : body;
  const kept = method === 'PUT' ? await storedAt(stage, path) : {};
  const filled = fillPath(path, stage);
  return stage.server.call<{ meta_data?: { at?: unknown } }>(
    method,
    ofSelf ? filled.replace(/[^/]*$/, stage.adminId) : filled,
    {
      token: stage.company.adminToken,
      body: { ...(method === 'POST' ? await good(stage) : kept), ...change },
    },
  );
}

/** The stored entity as a draft: an unset webhook is null when stored and an empty text in a draft. */
async function storedAt({ server: on, company, ids }: Stage, path: string): Promise<object> {
  const { body } = await on.call<object>('GET', fillPath(path, { ids }), {
    token: company.adminToken,
  });
  return { ...body, notificationWebhook: '' };
}

describe.each(WRITES)('CODE-04: %s', (name, endpoint) => {
  const { path, method } = endpoint;
  const collection = method === 'POST' ? path : path.slice(0, path.lastIndexOf('/'));
  const noun = SAMPLES.find((one) => one.path === collection);
  const samples = (noun?.samples ?? []).filter(
    ({ code, only }) => endpoint.errors.includes(code) && (only ?? method) === method,
  );

  it('has a sample of each code that it declares', () => {
    const codes = new Set<string>([...samples.map(({ code }) => code), ...(NEVER[name] ?? [])]);
    const without = endpoint.errors.filter((code) => !codes.has(code));
    expect(without, `codes of ${name} without a sample in the noun's *-sample.ts`).toEqual([]);
  });

  it.each(samples.map((sample) => [sample.code, sample.at.join('.'), sample] as const))(
    '%s is at "%s"',
    async (code, _at, sample) => {
      if (noun === undefined) throw new Error('a sample is of a noun');
      const answer = await send(path, method as 'POST' | 'PUT', noun, sample);
      expect(answer).toMatchObject({ body: { error_code: code } });
      // An absent place means the same as an empty one: no single field is at fault.
      expect(answer.body.meta_data?.at ?? []).toEqual(sample.at);
    },
  );
});
