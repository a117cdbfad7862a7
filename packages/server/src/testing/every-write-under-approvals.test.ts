import type { Endpoint } from '@comporta/contract/endpoint';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { compile } from '@comporta/engine/compile';
import { evaluateAll } from '@comporta/engine/evaluate';
import { readSnapshot } from '@comporta/engine/read-snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { PASSWORD } from './builders.ts';
import { endpointsOfContract, routeOf } from './contract-endpoints.ts';
import { openStrictShop, type StrictShop } from './requests/strict-shop.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * Every write of the contract to an application, with a body that changes something, while all environments need an
 * approval: it is refused, or it is listed here as one that touches no user. Values of users prove both. Source: SAF-22.
 */

const USERS = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
const WRITES = (await endpointsOfContract()).filter(
  ({ method, path, access }) =>
    method !== 'GET' && path.includes('/:appId') && (access === 'user' || access === 'admin'),
);

let server: TestServer;
let shop: StrictShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await openStrictShop(server);
});
afterAll(() => server.close());

/** What each user gets in each environment, by toggle. A toggle that is new for them is no other value. */
async function valuesOfUsers(): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const [environment, key] of Object.entries(shop.keys)) {
    const { body } = await server.call<object>('GET', '/api/sdk/snapshot', { token: key });
    const snapshot = readSnapshot(body);
    if (snapshot === undefined) throw new Error(`no snapshot of ${environment}`);
    const compiled = compile(snapshot);
    for (const uid of USERS) {
      const properties = { country: uid.endsWith('7') ? 'BR' : 'AR' };
      const outcomes = evaluateAll(compiled, { uid, properties });
      for (const [index, { name }] of snapshot.toggles.entries()) {
        if (!shop.toggleNames.includes(name)) continue;
        values.set(`${environment} ${name} ${uid}`, outcomes[index]?.value ?? '');
      }
    }
  }
  return values;
}

interface Sent {
  /** What follows the path of the application, such as `toggles/1`. */
  readonly path: string;
  readonly body?: object | string;
}
type Sending = (shop: StrictShop) => Sent | Promise<Sent>;

const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
const experiments = ({ production }: StrictShop) => `envs/${production}/experiments`;
const experiment = (of: StrictShop) => `${experiments(of)}/${of.experimentId}`;
const analysis = (of: StrictShop) => `${experiment(of)}/analyses/${of.analysisId}`;
const post = (more: string, body: object = {}) => ({ path: more, body });
let lists = 0;
const listOf = async (of: StrictShop) =>
  `id-lists/${await of.made('id-lists', { name: `List ${++lists}` })}`;
const toggle = (of: StrictShop) => `toggles/${of.idleId}`;

/** Writes that change what users get, some of them in more than one way. */
const TOUCHING: readonly (readonly [route: string, how: string, sending: Sending])[] = [
  [
    'POST envs/:envId/experiments',
    'an experiment',
    (of) => {
      const rules = [{ type: 'ALL_USERS', valueSpec: exactly('enabled') }];
      return post(experiments(of), { toggleId: of.idleId, rules });
    },
  ],
  [
    'PUT envs/:envId/experiments/:id',
    'rules, which Undo saves as well',
    async (of) => ({
      path: experiment(of),
      body: { rules: (await of.rules()).toReversed().slice(0, 1) },
    }),
  ],
  [
    'PUT envs/:envId/experiments/:id',
    'rerandomise',
    async (of) => ({
      path: experiment(of),
      body: { rules: await of.rules(), rerandomise: true },
    }),
  ],
  ['DELETE envs/:envId/experiments/:id', 'it', (of) => ({ path: experiment(of) })],
  [
    'POST envs/:envId/experiments/:id/restart',
    'a paused one',
    (of) => post(`${experiments(of)}/${of.pausedId}/restart`),
  ],
  [
    'POST envs/:envId/experiments/:id/to/:destEnvId',
    'clone',
    (of) => post(`${experiment(of)}/to/${of.test}`),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses/:analysisId/ship',
    'a value',
    (of) => post(`${analysis(of)}/ship`, { value: 'enabled', reason: 'Nice.' }),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses/:analysisId/phases',
    'rerandomise',
    (of) => post(`${analysis(of)}/phases`, { rerandomise: true }),
  ],
  [
    'POST import',
    'a document',
    async (of) => {
      const { body } = await of.call<ApplicationDocument>('GET', 'export');
      const everyone = [{ type: 'ALL_USERS', valueSpec: exactly('disabled') }];
      const changed = body.experiments.map((one) => ({ ...one, rules: everyone }));
      return post('import', { ...body, experiments: changed });
    },
  ],
  [
    'POST deleted-items/:id/restore',
    'an experiment',
    (of) => post(`deleted-items/${of.deletedId}/restore`),
  ],
  [
    'PUT toggles/:id',
    'the default',
    async (of) => {
      const { body } = await of.call<object>('GET', `toggles/${of.idleId}`);
      return { path: toggle(of), body: { ...body, defaultValue: 'enabled' } };
    },
  ],
  ['DELETE toggles/:id', 'one without experiments', (of) => ({ path: toggle(of) })],
  [
    'DELETE toggles/:id',
    'with its experiments',
    async (of) => ({
      path: `toggles/${of.toggleId}?experiments=${of.experimentId}`,
    }),
  ],
  [
    'POST toggles/:id/archive',
    'with its experiments',
    (of) => post(`toggles/${of.toggleId}/archive?experiments=${of.experimentId}`),
  ],
  [
    'PUT target-groups/:id',
    'conditions',
    async (of) => {
      const { body } = await of.call<object>('GET', `target-groups/${of.groupId}`);
      const conditions = [{ propertyId: of.propertyId, expression: 'EQUALS', term: 'AR' }];
      return { path: `target-groups/${of.groupId}`, body: { ...body, conditions } };
    },
  ],
  [
    'PUT properties/:id',
    'a key',
    async (of) => {
      const { body } = await of.call<object>('GET', `properties/${of.propertyId}`);
      return { path: `properties/${of.propertyId}`, body: { ...body, key: 'land' } };
    },
  ],
  [
    'PUT ',
    'an environment that is removed',
    async (of) => {
      const { body } = await of.call<{ environments: { id: string }[] }>('GET', '');
      const kept = body.environments.filter(({ id }) => id !== of.production);
      return {
        path: '',
        body: { ...body, environments: kept, removeEnvironments: [of.production] },
      };
    },
  ],
  ['DELETE ', 'the application', () => ({ path: '' })],
];

/** Calls for many answer for each row. */
const BULK: readonly (readonly [route: string, how: string, sending: Sending])[] = [
  ...(['DELETE', 'RESTART', 'CLONE'] as const).map(
    (action) =>
      [
        'POST envs/:envId/experiments/bulk',
        action,
        (of: StrictShop) => {
          const ids = [action === 'RESTART' ? of.pausedId : of.experimentId];
          return post(`${experiments(of)}/bulk`, { action, ids, destEnvId: of.test });
        },
      ] as const,
  ),
  [
    'POST toggles/bulk',
    'DELETE',
    (of) => post('toggles/bulk', { action: 'DELETE', ids: [of.idleId] }),
  ],
];

/** Writes that users notice nothing of, with the reason. */
const SCAN = {
  repository: 'shop',
  branch: 'main',
  commit: '4f2a91c',
  committedAt: '2026-11-01T10:00:00Z',
  references: [],
};

const FREE: readonly (readonly [route: string, why: string, sending: Sending])[] = [
  [
    'POST change-requests/preview',
    'it stores nothing',
    (of) => post('change-requests/preview', of.request()),
  ],
  ['PUT code-references', 'it is no change', () => ({ path: 'code-references', body: SCAN })],
  [
    'DELETE code-references',
    'it is no change',
    async (of) => {
      await of.call('PUT', 'code-references', SCAN);
      return { path: `code-references?repository=${SCAN.repository}` };
    },
  ],
  ['POST change-requests', 'it only asks', (of) => post('change-requests', of.request())],
  [
    'PUT change-requests/:id',
    'it only asks',
    (of) => ({
      path: `change-requests/${of.requestId}`,
      body: { ...of.request(), title: 'Another' },
    }),
  ],
  [
    'POST change-requests/:id/actions',
    'nothing is approved',
    (of) => post(`change-requests/${of.requestId}/actions`, { action: 'WITHDRAW' }),
  ],
  [
    'POST change-requests/:id/reviews',
    'a comment',
    (of) => post(`change-requests/${of.requestId}/reviews`, { verdict: 'COMMENT', comment: 'Hm.' }),
  ],
  [
    'DELETE change-requests/:id',
    'a draft',
    async (of) => {
      const body = { ...of.request(), submit: false };
      const draft = await of.call<{ id: string }>('POST', 'change-requests', body);
      return { path: `change-requests/${draft.body.id}` };
    },
  ],
  [
    'PUT envs/:envId/change-policy',
    'rules for changes',
    ({ production }) => ({
      path: `envs/${production}/change-policy`,
      body: { approvals: 1, pauseDirectly: true, reasonRequired: false },
    }),
  ],
  ['POST freezes', 'it stops changes', () => post('freezes', freeze())],
  [
    'PUT freezes/:id',
    'it stops changes',
    async (of) => ({
      path: `freezes/${await of.made('freezes', freeze())}`,
      body: { ...freeze(), name: 'Another' },
    }),
  ],
  [
    'DELETE freezes/:id',
    'no changes were made',
    async (of) => ({
      path: `freezes/${await of.made('freezes', freeze())}`,
    }),
  ],
  [
    'PUT envs/:envId/experiments/:id/analyses/:analysisId',
    'it counts',
    (of) => ({
      path: analysis(of),
      body: { ...of.plan(), hypothesis: 'Another' },
    }),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses/:analysisId/phases',
    'the same users again',
    (of) => post(`${analysis(of)}/phases`),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses/:analysisId/stop',
    'it counts',
    (of) => post(`${analysis(of)}/stop`, { reason: 'Done.' }),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses',
    'it counts',
    (of) =>
      post(`envs/${of.production}/experiments/${of.otherId}/analyses`, {
        ...of.plan(),
        ruleId: of.otherRuleId,
      }),
  ],
  [
    'DELETE envs/:envId/experiments/:id/analyses/:analysisId',
    'it counts',
    async (of) => ({
      path: `${experiment(of)}/analyses/${await of.made(`${experiment(of)}/analyses`, of.plan())}`,
    }),
  ],
  [
    'POST envs/:envId/experiments/:id/analyses/:analysisId/start',
    'it counts',
    async (of) => {
      const id = await of.made(`${experiment(of)}/analyses`, of.plan());
      return post(`${experiment(of)}/analyses/${id}/start`);
    },
  ],
  [
    'POST envs/:envId/units/erase',
    'events, not values',
    ({ production }) => post(`envs/${production}/units/erase`, { uid: 'user-1' }),
  ],
  [
    'POST envs/:envId/evaluate',
    'it only tries',
    ({ production, toggleId }) =>
      post(`envs/${production}/evaluate`, { toggleIds: [toggleId], uid: 'user-1' }),
  ],
  ['POST metrics', 'it counts', () => post('metrics', metric())],
  [
    'PUT metrics/:id',
    'it counts',
    (of) => ({
      path: `metrics/${of.metricId}`,
      body: { ...metric(), key: 'visits', name: 'Another' },
    }),
  ],
  [
    'DELETE metrics/:id',
    'it counts',
    async (of) => ({
      path: `metrics/${await of.made('metrics', metric())}`,
    }),
  ],
  ['POST id-lists', 'no rule names it', () => post('id-lists', { name: 'New' })],
  [
    'PUT id-lists/:id',
    'a name is for people',
    async (of) => ({ path: await listOf(of), body: { name: 'Renamed' } }),
  ],
  ['DELETE id-lists/:id', 'no rule names it', async (of) => ({ path: await listOf(of) })],
  [
    'POST id-lists/:id/ids',
    'no rule names it',
    async (of) => post(`${await listOf(of)}/ids`, { add: ['ana'] }),
  ],
  [
    'PUT id-lists/:id/content',
    'no rule names it',
    async (of) => ({ path: `${await listOf(of)}/content`, body: 'ana' }),
  ],
  [
    'POST id-lists/:id/check',
    'it only reads',
    async (of) => post(`${await listOf(of)}/check`, { ids: ['ana'] }),
  ],
  ['DELETE event-keys/:key', 'it counts', () => ({ path: 'event-keys/unused' })],
  [
    'POST properties',
    'no rule names it',
    () => post('properties', { key: 'plan', type: 'STRING' }),
  ],
  [
    'DELETE properties/:id',
    'no rule names it',
    async (of) => ({
      path: `properties/${await of.made('properties', { key: 'team', type: 'STRING' })}`,
    }),
  ],
  ['POST target-groups', 'no rule names it', (of) => post('target-groups', group(of, 'New'))],
  [
    'DELETE target-groups/:id',
    'no rule names it',
    async (of) => ({
      path: `target-groups/${await of.made('target-groups', group(of, 'Old'))}`,
    }),
  ],
  ['POST toggles', 'nobody asks for it yet', () => post('toggles', newToggle())],
  ['POST toggles/:id/archive', 'it returns its default', (of) => post(`${toggle(of)}/archive`)],
  ['POST toggles/:id/unarchive', 'it returns its default', (of) => post(`${toggle(of)}/unarchive`)],
  [
    'POST toggles/bulk',
    'tags are for people',
    ({ idleId }) => post('toggles/bulk', { action: 'ADD_TAGS', tags: ['web'], ids: [idleId] }),
  ],
  [
    'PUT ',
    'a name is for people',
    async (of) => {
      const { body } = await of.call<object>('GET', '');
      return { path: '', body: { ...body, description: 'Another' } };
    },
  ],
  ['POST views', 'for people', () => post('views', view())],
  [
    'PUT views/:id',
    'for people',
    async (of) => ({
      path: `views/${await of.made('views', view())}`,
      body: { ...view(), shared: true },
    }),
  ],
  [
    'DELETE views/:id',
    'for people',
    async (of) => ({
      path: `views/${await of.made('views', view())}`,
    }),
  ],
  [
    'DELETE deleted-items/:id',
    'it is gone already',
    (of) => ({
      path: `deleted-items/${of.discardedId}`,
    }),
  ],
  ['POST notifications/test', 'a message', () => post('notifications/test')],
  [
    'POST notifications/deliveries/:id/resend',
    'a message',
    async (of) => post(`notifications/deliveries/${await of.deliveryId()}/resend`),
  ],
  [
    'POST env/:envId/client-key',
    'keys have roles alone',
    ({ production }) => post(`env/${production}/client-key`, { password: PASSWORD }),
  ],
  [
    'PUT env/:envId/client-key',
    'keys have roles alone',
    ({ production }) => ({
      path: `env/${production}/client-key`,
      body: { origins: ['https://example.com'], serverOrigins: [] },
    }),
  ],
  [
    'POST env/:envId/new-token',
    'keys have roles alone',
    ({ test }) => post(`env/${test}/new-token`, { password: PASSWORD, keepHours: 1 }),
  ],
  [
    'DELETE env/:envId/former-keys/:kind',
    'keys have roles alone',
    ({ test }) => ({
      path: `env/${test}/former-keys/server`,
    }),
  ],
  [
    'POST import',
    'a property that no rule names',
    async (of) => {
      const { body } = await of.call<ApplicationDocument>('GET', 'export');
      const properties = [...body.properties, { key: 'zone', type: 'STRING', description: '' }];
      return post('import', { ...body, properties });
    },
  ],
];

/** A stop is free unless the policy says otherwise: SAF-23. */
const STOPS: readonly (readonly [route: string, why: string, sending: Sending])[] = [
  ['POST envs/:envId/experiments/:id/pause', 'one', (of) => post(`${experiment(of)}/pause`)],
  [
    'POST envs/:envId/experiments/bulk',
    'many',
    (of) => post(`${experiments(of)}/bulk`, { action: 'PAUSE', ids: [of.otherId] }),
  ],
];

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const freeze = () => ({ name: 'Later', from: inHours(24), to: inHours(25), environmentIds: null });
const named = (word: string) => `${word}-${newId().slice(0, 8)}`;
const metric = () => ({
  key: named('metric'),
  name: named('Metric'),
  kind: 'CONVERSION',
  eventKey: 'sale',
});
const view = () => ({ name: named('View'), query: '', shared: false });
const newToggle = () => ({ name: named('toggle'), values: ['on', 'off'], defaultValue: 'off' });
const group = ({ propertyId }: StrictShop, name: string) => ({
  name,
  policy: 'AND',
  conditions: [{ propertyId, expression: 'EQUALS', term: 'BR' }],
});

const shortRoute = (endpoint: Endpoint) =>
  routeOf(endpoint).replace(/ \/api\/apps\/:appId\/?/, ' ');

async function send([route, , sending]: (typeof TOUCHING)[number]) {
  const { path, body } = await sending(shop);
  return shop.call<{ error_code?: string; results?: readonly { error_code?: string }[] }>(
    route.slice(0, route.indexOf(' ')),
    path,
    body,
  );
}

it('SAF-22: no write of the contract is missing in this walk', () => {
  const walked = new Set([...TOUCHING, ...BULK, ...FREE, ...STOPS].map(([route]) => route));
  expect([...walked].sort()).toEqual(WRITES.map(shortRoute).sort());
});

describe('under approvals', () => {
  it.each(TOUCHING)(
    'SAF-22: %s (%s) answers APPROVAL_REQUIRED, and users get what they got',
    async (...write) => {
      const before = await valuesOfUsers();
      expect(before.size).toBeGreaterThan(2 * USERS.length);
      const { status, body } = await send(write);
      expect({ status, code: body?.error_code }).toEqual({
        status: 409,
        code: 'APPROVAL_REQUIRED',
      });
      expect(await valuesOfUsers()).toEqual(before);
    },
  );

  it.each(BULK)(
    'SAF-22: %s (%s) answers it for the row, and users get what they got',
    async (...write) => {
      const before = await valuesOfUsers();
      const { body } = await send(write);
      expect(body.results).toMatchObject([{ error_code: 'APPROVAL_REQUIRED' }]);
      expect(await valuesOfUsers()).toEqual(before);
    },
  );

  it.each(FREE)('SAF-22: %s touches nobody (%s), and users get what they got', async (...write) => {
    const before = await valuesOfUsers();
    const { status, body } = await send(write);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(body?.results?.filter(({ error_code }) => error_code !== undefined) ?? []).toEqual([]);
    await shop.renewKeys();
    expect(await valuesOfUsers()).toEqual(before);
  });

  it.each(STOPS)('SAF-23: %s (%s) is free, and gives users the default', async (...write) => {
    const before = await valuesOfUsers();
    expect((await send(write)).status).toBe(200);
    expect(await valuesOfUsers()).not.toEqual(before);
  });
});
