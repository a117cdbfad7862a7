import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@comporta/contract/endpoint';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isId } from '../platform/base/ids.ts';
import { applications, environments } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import { createApplication } from './builders.ts';
import { fieldsOf, savesOfContract, textsOf } from './contract-endpoints.ts';
import { everySaveSample } from './find-samples.ts';
import { createFurnishedCompany, type FurnishedCompany, fillPath } from './furnished-company.ts';
import {
  previousFieldsOf,
  previousFieldsOfDocument,
} from './previous-release/previous-contract.ts';
import type { SaveSample } from './samples.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type Body = Record<string, unknown>;

const SAVES = await savesOfContract();
const SAVE_SAMPLES = await everySaveSample();

let server: TestServer;
let company: FurnishedCompany;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await createFurnishedCompany(server);
});

async function call<Answer = Body>(method: string, path: string, body?: unknown): Promise<Answer> {
  const options = { token: company.adminToken, ...(body !== undefined && { body }) };
  const answer = await server.call<Answer>(method, path, options);
  expect(answer, `${method} ${path}`).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
  return answer.body;
}

/** The sample of an endpoint, and the entity as it is stored before the sample is sent. */
async function prepare(name: string, endpoint: Endpoint) {
  const sampleOf = SAVE_SAMPLES[name];
  if (sampleOf === undefined) throw new Error(`no file <noun>-sample.ts has a sample of ${name}`);
  const sample = withTexts(sampleOf(company.ids), endpoint);
  const path = fillPath(endpoint.path, company);
  if (sample.first !== undefined) await call('PUT', path, sample.first);
  const before = await call('GET', path);
  const values = fieldsOf(endpoint).filter((field) => !sample.instructions?.includes(field));
  const changed = values.filter((field) => sample.fixed?.[field] === undefined);
  for (const field of changed) {
    const message = `the sample of ${name} does not change ${field}`;
    expect(Object.keys(sample.body), message).toContain(field);
    expect(before, message).not.toMatchObject({ [field]: sample.body[field] });
  }
  return { sample, path, before, changed };
}

/** Fills in the free texts, which need no sample. */
function withTexts(sample: SaveSample, endpoint: Endpoint): SaveSample {
  const texts = textsOf(endpoint).map((field) => [field, `Another ${field}`]);
  return { ...sample, body: { ...Object.fromEntries(texts), ...sample.body } };
}

/** The body with every fixed field as it is stored; a field whose change is ignored, not refused, has another value. */
function bodyOf({ body, fixed = {} }: SaveSample, before: Body): Body {
  const fields = Object.entries(fixed).map(([field, { other, outcome }]) => [
    field,
    outcome === 'kept' ? other : before[field],
  ]);
  return { ...body, ...Object.fromEntries(fields) };
}

/** The id by which the audit log knows the entity: its own, or that of the environment to which it belongs. */
function entityOf({ id }: Body, path: string): unknown {
  return id ?? path.split('/').findLast(isId);
}

/** The fields that the newest audit entry of the entity says were changed. */
async function fieldsRecorded(id: unknown): Promise<ReadonlySet<string | undefined>> {
  const [newest] = await entriesOf(id);
  return new Set(newest?.changes.map((change) => change.path.split('[')[0]));
}

async function entriesOf(id: unknown) {
  interface Page {
    readonly items: readonly { readonly changes: readonly { readonly path: string }[] }[];
  }
  return (await call<Page>('GET', `/api/audit-logs?size=100&entity=${id}`)).items;
}

describe.each(SAVES)('CODE-01: %s', (name, endpoint) => {
  it('stores, answers and records every field that it is sent', async () => {
    const { sample, path, before, changed } = await prepare(name, endpoint);
    const answer = await call('PUT', path, bodyOf(sample, before));
    const stored = await call('GET', path);
    expect(stored).toEqual(answer);
    const recorded = await fieldsRecorded(entityOf(stored, path));
    for (const field of changed) {
      expect(stored, `${name} stores ${field}`).toMatchObject({ [field]: sample.body[field] });
      expect(recorded, `${name} records ${field}`).toContain(sample.recordedAs?.[field] ?? field);
    }
    for (const [field, { outcome }] of Object.entries(sample.fixed ?? {})) {
      if (outcome === 'kept') expect(stored[field]).toEqual(before[field]);
    }
  });

  it('refuses to change a fixed field, and then changes nothing', async () => {
    const { sample, path, before } = await prepare(name, endpoint);
    for (const [field, { other, outcome }] of Object.entries(sample.fixed ?? {})) {
      expect(before[field]).not.toEqual(other);
      if (outcome === 'kept') continue;
      const body = { ...bodyOf(sample, before), [field]: other };
      const refused = await server.call('PUT', path, { token: company.adminToken, body });
      expect(refused).toMatchObject({ status: 400, body: { error_code: outcome } });
      expect(await call('GET', path)).toEqual(before);
    }
  });

  it('HOUSE-01: what a client of the previous release does not send stays as it is', async () => {
    const { sample, path, before, changed } = await prepare(name, endpoint);
    const stored = await call('PUT', path, bodyOf(sample, before));
    for (const field of laterFieldsOf(endpoint).filter((later) => changed.includes(later))) {
      const { [field]: _omitted, ...body } = bodyOf(sample, before);
      expect(await call('PUT', path, body), `${name} keeps ${field}`).toEqual(stored);
    }
  });

  it('SPEC-06: a save that changes nothing adds no version, no audit entry, no notification and no revision', async () => {
    const { sample, path, before } = await prepare(name, endpoint);
    const stored = await call('PUT', path, bodyOf(sample, before));
    await server.database.sql
      .update(applications)
      .set({ notificationWebhook: 'https://1.1.1.1/hook' })
      .where(eq(applications.id, company.ids.appId ?? ''));
    const traces = await tracesOf(entityOf(stored, path));
    expect(await call('PUT', path, stored)).toEqual(stored);
    expect(await call('PUT', path, bodyOf(sample, before))).toEqual(stored);
    expect(await call('GET', path)).toEqual(stored);
    expect(await tracesOf(entityOf(stored, path))).toEqual(traces);
  });
});

/** The fields of an endpoint that a client of the previous release, or of one before, does not send. */
function laterFieldsOf(endpoint: Endpoint): readonly string[] {
  const previous = previousFieldsOf(endpoint);
  const omitted = endpoint.body && z.safeParse(endpoint.body, {});
  const kept: Body = omitted?.success ? { ...(omitted.data as object) } : {};
  return fieldsOf(endpoint).filter(
    (field) => previous?.has(field) === false || (omitted?.success && kept[field] === undefined),
  );
}

/** What a change writes besides the entity itself. */
async function tracesOf(id: unknown) {
  const { sql } = server.database;
  const appId = company.ids.appId ?? '';
  return {
    entries: await entriesOf(id),
    notifications: await sql.$count(deliveries, eq(deliveries.applicationId, appId)),
    revisions: await sql
      .select({ id: environments.id, revision: environments.revision })
      .from(environments)
      .where(eq(environments.applicationId, appId))
      .orderBy(environments.position),
  };
}

const IN_DOCUMENT = SAVES.filter(([name]) => SAVE_SAMPLES[name]?.({}).document !== undefined);

describe.each(IN_DOCUMENT)('CODE-01: %s and the document of the application', (name, endpoint) => {
  it('every field that is saved is exported, and imported again by a create and by an update', async () => {
    const { sample, path, before, changed } = await prepare(name, endpoint);
    const appId = company.ids.appId ?? '';
    const documentBefore = await exported(appId);
    await call('PUT', path, bodyOf(sample, before));
    const document = await exported(appId);
    const { list, key } = sample.document ?? { list: 'toggles', key: 'name' };
    const listBefore: readonly object[] = documentBefore[list] ?? [];
    const entities: readonly object[] = document[list] ?? [];
    const was = changedIn(listBefore, entities);
    const is = changedIn(entities, listBefore);
    for (const field of changed) {
      if (sample.notInDocument?.includes(field)) continue;
      expect(is[field], `the document has ${field}`).not.toEqual(was[field]);
    }

    const copy = await createApplication(server, company.accountId);
    const asBefore = {
      ...document,
      [list]: entities.map((entity) =>
        isDeepStrictEqual(entity, is) ? { ...was, [key]: is[key] } : entity,
      ),
    };
    for (const wanted of [document, asBefore]) {
      await call('POST', `/api/apps/${copy.id}/import`, wanted);
      expect(await exported(copy.id)).toEqual({ ...wanted, application: expect.any(String) });
    }
  });
});

describe.each(IN_DOCUMENT)(
  'HOUSE-01: %s and a document of the previous release',
  (name, endpoint) => {
    it('what such a document does not have stays as it is', async () => {
      const { sample, path, before } = await prepare(name, endpoint);
      await call('PUT', path, bodyOf(sample, before));
      const appId = company.ids.appId ?? '';
      const document = await exported(appId);
      const { list } = sample.document ?? { list: 'toggles' };
      const previous = previousFieldsOfDocument(list);
      // The previous release does not have id lists: its documents have no list of them.
      expect(previous.size > 0, `${list} in the documents of the previous release`).toBe(
        list !== 'idLists',
      );
      const later = new Set(laterFieldsOf(endpoint));
      const older = (document[list] ?? []).map((entity) =>
        Object.fromEntries(
          Object.entries(entity).filter(([field]) => previous.has(field) && !later.has(field)),
        ),
      );
      const sent = { ...document, [list]: previous.size > 0 ? older : undefined };
      await call('POST', `/api/apps/${appId}/import`, sent);
      expect(await exported(appId)).toEqual(document);
    });
  },
);

it('CODE-01: every kind of entity that the document holds has a sample', async () => {
  const document = await exported(company.ids.appId ?? '');
  const lists = Object.entries(document).filter(
    ([, list]) => Array.isArray(list) && typeof list[0] === 'object',
  );
  const sampled = IN_DOCUMENT.map(([name]) => SAVE_SAMPLES[name]?.({}).document?.list);
  expect(new Set(sampled)).toEqual(new Set(lists.map(([name]) => name)));
});

function exported(appId: string): Promise<ApplicationDocument> {
  return call<ApplicationDocument>('GET', `/api/apps/${appId}/export`);
}

/** The only entity of a list that has no equal in the other list. */
function changedIn(list: readonly object[], other: readonly object[]): Body {
  const changed = list.filter((entity) => !other.some((one) => isDeepStrictEqual(one, entity)));
  expect(changed).toHaveLength(1);
  return { ...changed[0] };
}
