import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToggle, createUser, type TestUser } from '../testing/builders.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;
let ana: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  ana = await createUser(server, desk.admin.accountId, {
    apps: [desk.application.id],
    name: 'Ana',
  });
  await desk.send('PUT', `/api/apps/${desk.application.id}/envs/${desk.envId}/change-policy`, {
    approvals: 1,
  });
});

const path = (rest: string) => `/api/apps/${desk.application.id}/${rest}`;
const exported = async () =>
  (await desk.send<ApplicationDocument>('GET', path('export'), undefined, { token: ana.token }))
    .body;
const send = (document: object, query = '', headers = {}) =>
  desk.send<ImportResult & { error_code?: string; meta_data?: object }>(
    'POST',
    path(`import?${query}`),
    document,
    { token: ana.token, headers },
  );

async function approve({ id }: { readonly id: string }) {
  const { digest } = (await desk.send<ChangeRequest>('GET', `${desk.path}/${id}`)).body;
  return desk.send('POST', `${desk.path}/${id}/reviews`, { verdict: 'APPROVED', digest });
}

/** The document with another split, a new property, a new group that names it, and a new toggle. */
function changed(document: ApplicationDocument): ApplicationDocument {
  const condition = { property: 'plan', expression: 'EQUALS', term: 'gold' };
  const [first] = document.toggles;
  const rule = {
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Gold'] },
    valueSpec: exactly('disabled'),
  };
  return {
    ...document,
    properties: [...document.properties, { key: 'plan', type: 'STRING', description: '' }],
    targetGroups: [
      ...document.targetGroups,
      { name: 'Gold', description: '', policy: 'AND', conditions: [condition] },
    ],
    toggles: [...document.toggles, { ...first, name: 'zone' }],
    experiments: document.experiments.map((experiment) => ({
      ...experiment,
      rules: [rule, { type: 'ALL_USERS', valueSpec: split(5) }],
    })),
  } as ApplicationDocument; // Made of an answer.
}

const SALES = {
  key: 'sales',
  name: 'Sales',
  description: '',
  kind: 'CONVERSION',
  eventKey: 'sale',
  better: 'UP',
  windowHours: 168,
  trusted: false,
  cap: { type: 'NONE' },
  margin: 0.05,
};

describe('SAF-22: an import under approvals', () => {
  it('saves nothing, and says what it needs', async () => {
    const document = await exported();
    expect(await send(changed(document))).toMatchObject({
      status: 409,
      body: { error_code: 'APPROVAL_REQUIRED' },
    });
    expect(await exported()).toEqual(document);
  });

  it('is filed as one request, which is applied when it is approved, as the import would have been', async () => {
    const before = await desk.experiment();
    const wanted = changed(await exported());
    const headers = { 'change-reason': 'A%20launch' };
    const { status, body } = await send(wanted, 'asRequest=true', headers);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { dryRun: false, changes: { length: 4 }, changeRequest: { number: 1 } },
    });
    expect(body.changeRequest?.state).toBe('IN_REVIEW');
    const filed = await desk.read({ id: body.changeRequest?.id ?? '' });
    expect(filed).toMatchObject({ reason: 'A launch', author: { name: 'Ana' }, problems: [] });
    expect(filed.steps[0]?.edits.map(({ action, type }) => `${action} ${type}`)).toEqual([
      'CREATE property',
      'CREATE targetGroup',
      'CREATE toggle',
      'UPDATE experiment',
    ]);
    await approve(filed);
    await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
    expect(await exported()).toEqual(wanted);
    expect((await desk.experiment()).salt).toBe(before.salt);
  });

  it('deletes what the document does not have, and gives a new salt its experiment', async () => {
    const document = await exported();
    await createToggle(server, desk.application.id, { name: 'old' });
    const [experiment] = document.experiments;
    const wanted = { ...document, experiments: [{ ...experiment, salt: 'another salt' }] };
    const { body } = await send(wanted, 'asRequest=true&deleteOthers=true&title=Clean%20up');
    const filed = await desk.read({ id: body.changeRequest?.id ?? '' });
    expect(filed.title).toBe('Clean up');
    await approve(filed);
    await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
    expect(await exported()).toEqual(wanted);
    const { body: list } = await desk.send<Experiment[]>(
      'GET',
      path(`envs/${desk.envId}/experiments`),
    );
    expect(list).toMatchObject([{ salt: 'another salt' }]);
  });

  it('needs a request only for changes, and a dry run files none', async () => {
    const document = await exported();
    expect(await send(document, 'asRequest=true')).toMatchObject({
      status: 400,
      body: { error_code: 'NO_EDITS' },
    });
    const dry = await send(changed(document), 'asRequest=true&dryRun=true');
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true } });
    expect(dry.body.changeRequest).toBeUndefined();
    const { body } = await desk.send<{ items: object[] }>('GET', `${desk.path}?view=open`);
    expect(body.items).toEqual([]);
  });

  it('names what no request can change', async () => {
    const document = await exported();
    const [first] = document.toggles;
    for (const [more, at] of [
      [{ environments: [...document.environments, 'New'] }, { type: 'environment', name: 'New' }],
      [{ metrics: [SALES] }, { type: 'metric', name: 'sales' }],
      [
        { toggles: [...document.toggles, { ...first, name: 'idle', archived: true }] },
        { type: 'toggle', name: 'idle' },
      ],
    ] as const) {
      const { status, body } = await send({ ...document, ...more }, 'asRequest=true');
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_SOURCE', meta_data: { at } },
      });
    }
  });

  it('is refused as a whole when a part is refused', async () => {
    const document = changed(await exported());
    const [experiment] = document.experiments;
    const experiments = [{ ...experiment, toggle: 'nothing' }];
    const { status, body } = await send({ ...document, experiments }, 'asRequest=true');
    expect(status).toBe(400);
    expect(body.meta_data).toMatchObject({ at: { type: 'experiment', name: 'nothing' } });
  });

  it('is filed by a process of its own when the document is large', async () => {
    const document = changed(await exported());
    // A member that no part of a document has is ignored.
    const padded = { ...document, padding: 'x'.repeat(140_000) };
    const { status, body } = await send(padded, 'asRequest=true');
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.changeRequest?.state).toBe('IN_REVIEW');
  });
});
