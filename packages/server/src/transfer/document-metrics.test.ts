import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMetric } from '../testing/builders.ts';
import { EVEN_SPLIT, type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A metric in the shortest form that a document may have; `WHOLE` is the form that an export then has. */
const SHORT = {
  key: 'revenue',
  name: 'Revenue',
  kind: 'MEAN',
  eventKey: 'purchase',
  trusted: true,
} as const;
const WHOLE = {
  ...SHORT,
  description: '',
  denominatorKey: '',
  numeratorOf: 'SUM',
  denominatorOf: 'SUM',
  better: 'UP',
  fromHours: 0,
  windowHours: 168,
  lookbackDays: 14,
  cap: { type: 'NONE' },
  margin: 0.05,
} as const;
const RETURNS = {
  ...WHOLE,
  key: 'returns',
  kind: 'RETENTION',
  better: 'DOWN',
  fromHours: 24,
  cap: { type: 'PERCENTILE', value: 99 },
} as const;

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

interface Imported {
  readonly changes: readonly object[];
  readonly error_code?: string;
  readonly meta_data?: object;
}

function bring(document: unknown, query = '') {
  const path = `/api/apps/${shop.application.id}/import${query}`;
  return server.call<Imported>('POST', path, { token: shop.admin.token, body: document });
}

async function exported(): Promise<ApplicationDocument> {
  const path = `/api/apps/${shop.application.id}/export`;
  return (await server.call<ApplicationDocument>('GET', path, { token: shop.admin.token })).body;
}

/** Those of the export that a test makes are left out. */
async function newestEntries(count: number) {
  const path = `/api/apps/${shop.application.id}/audit-logs?size=100`;
  const { body } = await server.call<{ items: { entity: { type: string } }[] }>('GET', path, {
    token: shop.admin.token,
  });
  return body.items.filter(({ entity }) => entity.type !== 'application').slice(0, count);
}

async function revision(): Promise<string | undefined> {
  const { headers } = await server.call('POST', '/ofrep/v1/evaluate/flags', {
    token: shop.environmentKey,
    body: { context: { targetingKey: 'ana' } },
  });
  return String(headers.etag);
}

it('RES-75: metrics are exported and imported with the application, in full and by key, without changes', async () => {
  const document = { ...(await exported()), metrics: [RETURNS, SHORT] };
  const before = await revision();
  const { body } = await bring(document, '?deleteOthers=true');
  expect(body.changes).toEqual([
    { action: 'CREATE', type: 'metric', name: 'returns' },
    { action: 'CREATE', type: 'metric', name: 'revenue' },
    { action: 'DELETE', type: 'metric', name: 'purchase' },
  ]);
  expect(await newestEntries(3)).toMatchObject(
    ['DELETED', 'CREATED', 'CREATED'].map((action) => ({ action, entity: { type: 'metric' } })),
  );
  expect(await exported()).toEqual({ ...document, metrics: [RETURNS, WHOLE] });
  expect(await revision()).toBe(before);
});

it('RES-75: an import edits a metric as a save does, and only if it differs', async () => {
  await bring({ ...(await exported()), metrics: [WHOLE] });
  const document = await exported();
  const metrics = document.metrics?.map((metric) => ({ ...metric, windowHours: 48 })) ?? [];
  const wanted = { ...document, metrics };
  const changes = ['purchase', 'revenue'].map((name) => ({
    action: 'UPDATE',
    type: 'metric',
    name,
  }));
  expect((await bring(wanted, '?dryRun=true')).body).toEqual({ dryRun: true, changes });
  expect(await exported()).toEqual(document);
  expect((await bring(wanted)).body.changes).toEqual(changes);
  expect(await newestEntries(1)).toMatchObject([
    { action: 'EDITED', changes: [{ path: 'windowHours', before: 168, after: 48 }] },
  ]);
  expect(await exported()).toEqual(wanted);
  expect((await bring(wanted, '?deleteOthers=true')).body.changes).toEqual([]);
});

it('RES-75: a document without metrics, such as an earlier one, leaves them; an export without metrics omits the field', async () => {
  const { metrics, ...earlier } = await exported();
  expect(metrics).toHaveLength(1);
  expect((await bring(earlier, '?deleteOthers=true')).body.changes).toEqual([]);
  expect(await exported()).toEqual({ ...earlier, metrics });
  expect((await bring({ ...earlier, metrics: [] })).body.changes).toEqual([]);
  await bring({ ...earlier, metrics: [] }, '?deleteOthers=true');
  expect(JSON.stringify(await exported())).toBe(JSON.stringify(earlier));
});

it('METRIC_IN_USE: an import does not delete a metric that an analysis uses', async () => {
  await shop.plan();
  const document = { ...(await exported()), metrics: [] };
  for (const query of ['?deleteOthers=true', '?deleteOthers=true&dryRun=true']) {
    const { status, body } = await bring(document, query);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        error_code: 'METRIC_IN_USE',
        meta_data: {
          at: { type: 'metric', name: 'purchase' },
          items: [{ type: 'experiment', id: shop.experiment.id, envId: shop.environmentId }],
        },
      },
    });
  }
  expect((await exported()).metrics).toHaveLength(1);
});

it.each([
  ['the experiment is removed', () => []],
  [
    'its rule gets an exact value',
    ([experiment]: ApplicationDocument['experiments']) => [
      {
        ...experiment,
        rules: [{ ...EVEN_SPLIT, valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } }],
      },
    ],
  ],
])(
  'RES-12: where %s with the same import, the analysis is stopped and its metric may go',
  async (_how, make) => {
    const { id } = await shop.start();
    const document = await exported();
    const next = { ...document, experiments: make(document.experiments), metrics: [] };
    const { status, body } = await bring(next, '?deleteOthers=true');
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await exported()).not.toHaveProperty('metrics');
    expect((await shop.call('GET', `/analyses/${id}`)).body).toMatchObject({ state: 'STOPPED' });
  },
);

it.each([
  ['DUPLICATE_KEY', [WHOLE, { ...WHOLE, key: ' Revenue' }], { type: 'metric', name: ' Revenue' }],
  ['INVALID_WINDOW', [{ ...WHOLE, windowHours: 0 }], { type: 'metric', name: 'revenue' }],
  ['INVALID_BODY', [{ ...WHOLE, kind: 'MEDIAN' }], ['metrics', 0, 'kind']],
  ['INVALID_BODY', [{ ...WHOLE, cap: { type: 'ABSOLUTE' } }], ['metrics', 0, 'cap', 'value']],
])(
  '%s: an import refuses the metrics that a save refuses, and changes nothing',
  async (code, metrics, at) => {
    await createMetric(server, shop.application.id, 'errors');
    const before = await exported();
    const { body } = await bring({ ...before, toggles: [], metrics }, '?deleteOthers=true');
    expect(body).toMatchObject({ error_code: code, meta_data: { at } });
    expect(await exported()).toEqual(before);
  },
);
