import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createProperty,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let organisationId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production']);
  organisationId = await createProperty(server, application.id, {
    key: 'organisation',
    type: 'STRING',
  });
});
afterAll(() => server.close());

const SPLIT = { enabled: 10, disabled: 90 };

function call<Body>(method: string, path: string, body?: unknown) {
  const at = `/api/apps/${application.id}${path}`;
  return server.call<Body>(method, at, { token: admin.token, body });
}

async function saved(valueSpec: object, name?: string): Promise<Experiment> {
  const toggleId = await createToggle(server, application.id, name ? { name } : {});
  const body = { toggleId, rules: [{ type: 'ALL_USERS', valueSpec }] };
  const path = `/envs/${application.environmentIds[0]}/experiments`;
  const answer = await call<Experiment>('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('RUL-30: a split by a property', () => {
  it('is stored with the id of the property; by uid it is a SPLIT', async () => {
    const by = await saved({ type: 'SPLIT_BY', by: organisationId, split: SPLIT });
    expect(by.rules[0]?.valueSpec).toEqual({
      type: 'SPLIT_BY',
      by: organisationId,
      split: SPLIT,
    });
    const uid = await saved({ type: 'SPLIT_BY', by: 'uid', split: SPLIT });
    expect(uid.rules[0]?.valueSpec).toEqual({ type: 'SPLIT', split: SPLIT });
  });

  it('PROPERTY_USED_IN_EXPERIMENTS: it counts as a use of the property', async () => {
    const { id } = await saved({ type: 'SPLIT_BY', by: organisationId, split: SPLIT });
    expect(await call('DELETE', `/properties/${organisationId}`)).toMatchObject({
      status: 409,
      body: {
        error_code: 'PROPERTY_USED_IN_EXPERIMENTS',
        meta_data: { items: expect.arrayContaining([expect.objectContaining({ id })]) },
      },
    });
  });

  it('NO_SPLIT_PROPERTY: a property of another application is none', async () => {
    const other = await createApplication(server, admin.accountId, ['Production']);
    const foreign = await createProperty(server, other.id, {
      key: 'organisation',
      type: 'STRING',
    });
    const toggleId = await createToggle(server, application.id);
    const valueSpec = { type: 'SPLIT_BY', by: foreign, split: SPLIT };
    const path = `/envs/${application.environmentIds[0]}/experiments`;
    expect(
      await call('POST', path, { toggleId, rules: [{ type: 'ALL_USERS', valueSpec }] }),
    ).toMatchObject({
      status: 400,
      body: {
        error_code: 'NO_SPLIT_PROPERTY',
        meta_data: { at: ['rules', 0, 'valueSpec', 'by'] },
      },
    });
  });

  it('RUL-33: is explained with its property and the value that was seen', async () => {
    const { toggleId, envId } = await saved({
      type: 'SPLIT_BY',
      by: organisationId,
      split: SPLIT,
    });
    const ask = (properties: object) =>
      call('POST', `/envs/${envId}/evaluate`, { toggleId, uid: 'ana', properties });
    expect(await ask({ organisation: 'acme' })).toMatchObject({
      body: [
        {
          rules: [
            {
              split: {
                bucket: expect.any(Number),
                by: { propertyId: organisationId, property: 'organisation', seen: 'acme' },
              },
            },
          ],
        },
      ],
    });
    expect(await ask({})).toMatchObject({
      body: [{ value: 'disabled', errorCode: 'INVALID_CONTEXT' }],
    });
  });

  it('RUL-60, RUL-42: documents and the audit log name the key', async () => {
    const { id } = await saved({ type: 'SPLIT_BY', by: organisationId, split: SPLIT }, 'by-org');
    const { body: document } = await call<ApplicationDocument>('GET', '/export');
    const [exported] = (document.experiments ?? []).filter(({ toggle }) => toggle === 'by-org');
    const valueSpec = { type: 'SPLIT_BY', by: 'organisation', split: SPLIT };
    expect(exported?.rules).toMatchObject([{ valueSpec }]);
    expect(await call('POST', '/import', document)).toMatchObject({
      status: 200,
      body: { changes: [] },
    });
    const logs = await call<{ items: { entity: object; sentence: string }[] }>(
      'GET',
      '/audit-logs?size=100',
    );
    const entry = logs.body.items.find((one) => 'id' in one.entity && one.entity.id === id);
    expect(JSON.stringify(entry)).toContain('"by":"organisation"');
  });

  it('RUL-60: a document with an unknown key is refused at its place', async () => {
    const { body: document } = await call<ApplicationDocument>('GET', '/export');
    const experiments = document.experiments?.map((one) => ({
      ...one,
      rules: one.rules.map((rule) => ({
        ...rule,
        valueSpec: { ...rule.valueSpec, ...('by' in rule.valueSpec && { by: 'gone' }) },
      })),
    }));
    expect(await call('POST', '/import', { ...document, experiments })).toMatchObject({
      status: 400,
      body: { error_code: 'NO_SPLIT_PROPERTY' },
    });
  });
});
