import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, createCompany, type TestApplication } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } };
const EMPTY = {
  format: 'comporta-application-1',
  application: 'Shop',
  environments: ['Production'],
  properties: [],
  targetGroups: [],
  toggles: [],
  experiments: [],
};

let server: TestServer;
let token: string;
let accountId: string;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  ({ accountId, token } = await createCompany(server));
});
afterAll(() => server.close());
beforeEach(async () => {
  application = await createApplication(server, accountId, ['Production']);
});

const toggle = (name: string) => ({
  name,
  values: ['on', 'off'],
  defaultValue: 'off',
  valueType: 'STRING',
});
const property = (key: string) => ({ key, type: 'STRING', description: '' });
const metric = (key: string) => ({
  key,
  name: 'Bought',
  kind: 'CONVERSION',
  eventKey: 'bought',
  trusted: true,
});

function group(name: string, key = 'uid') {
  const conditions = [{ property: key, expression: 'EQUALS', term: 'ana' }];
  return { name, description: '', policy: 'OR', conditions };
}

interface Answer {
  readonly changes?: readonly object[];
  readonly error_code?: string;
  readonly meta_data?: object;
}

async function bring(part: object, query = '') {
  const path = `/api/apps/${application.id}/import?${query}`;
  const body = { ...EMPTY, ...part };
  const { status, body: answer } = await server.call<Answer>('POST', path, { token, body });
  const { changes, error_code, meta_data } = answer;
  return { status, changes, error_code, meta_data };
}

async function exported(): Promise<ApplicationDocument> {
  const path = `/api/apps/${application.id}/export`;
  return (await server.call<ApplicationDocument>('GET', path, { token })).body;
}

/** The answer of a dry run and of the import, which must be the same. */
async function bringAlike(part: object, query = '') {
  const planned = await bring(part, `dryRun=true&${query}`);
  expect(await bring(part, query)).toEqual(planned);
  return planned;
}

describe('names in a document', () => {
  it.each(['', 'deleteOthers=true'])(
    'HOS-06, FAIR-62: written in another case, a name is the same entity, and renames it (%s)',
    async (query) => {
      const rule = {
        type: 'TARGET_GROUP',
        name: 'Friends',
        targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Friends'] },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
      };
      const of = (name: string, rules: readonly object[]) => ({
        environment: 'Production',
        toggle: name,
        status: 'ACTIVE',
        salt: 'salt',
        buckets: 100,
        rules,
      });
      await bring({
        properties: [property('Country')],
        targetGroups: [group('Friends', 'Country')],
        toggles: [toggle('Foo')],
        metrics: [metric('Bought')],
        experiments: [of('Foo', [rule, EVERYONE])],
      });
      const before = await exported();
      const renamed = {
        properties: [property('country')],
        targetGroups: [group('FRIENDS', 'country')],
        toggles: [toggle('foo')],
        metrics: [metric('bought')],
        experiments: [
          of('foo', [
            { ...rule, targetGroupRule: { policy: 'ANY_OF', targetGroups: ['FRIENDS'] } },
            EVERYONE,
          ]),
        ],
      };
      expect(await bringAlike(renamed, query)).toEqual({
        status: 200,
        changes: [
          { action: 'UPDATE', type: 'property', name: 'country' },
          { action: 'UPDATE', type: 'targetGroup', name: 'FRIENDS' },
          { action: 'UPDATE', type: 'toggle', name: 'foo' },
          { action: 'UPDATE', type: 'metric', name: 'bought' },
        ],
      });
      const after = await exported();
      expect(after).toMatchObject({
        properties: [{ key: 'country' }],
        targetGroups: [{ name: 'FRIENDS' }],
        toggles: [{ name: 'foo' }],
        metrics: [{ key: 'bought' }],
        experiments: [{ toggle: 'foo', salt: before.experiments[0]?.salt }],
      });
      expect(await bringAlike(after, query)).toEqual({ status: 200, changes: [] });
    },
  );

  it('FAIR-62: two names that the database takes for one are refused with their place, in a dry run, too', async () => {
    const [Foo, foo] = [toggle('Foo'), toggle('foo')];
    expect(await bringAlike({ toggles: [Foo, foo] })).toMatchObject({
      status: 409,
      error_code: 'DUPLICATE_NAME',
      meta_data: { at: { type: 'toggle', name: 'foo' } },
    });
    await bring({ toggles: [Foo] });
    const of = (name: string) => ({
      environment: 'Production',
      toggle: name,
      status: 'ACTIVE',
      salt: 'salt',
      buckets: 100,
      rules: [EVERYONE],
    });
    expect(await bringAlike({ toggles: [Foo], experiments: [of('Foo'), of('foo')] })).toMatchObject(
      { error_code: 'TOGGLE_HAS_EXPERIMENT', meta_data: { at: { name: 'foo' } } },
    );
  });

  it('HOS-15, FAIR-62: what is exported can be imported without a change, whatever the names', async () => {
    // What the database lowers and what JavaScript lowers differ for some of these.
    const tricky = ['İ', 'i\u0307', 'I', 'ı', 'ß', 'SS', 'ẞ', 'É', 'é', 'e\u0301', 'Foo', 'foo'];
    const more = ['ǅ', 'Σ', 'ς', 'K', 'Straße', 'STRASSE', 'a\u0000', '🙂'];
    const names = fc.shuffledSubarray([...tricky, ...more]);
    await fc.assert(
      fc.asyncProperty(names, names, async (groups, toggles) => {
        application = await createApplication(server, accountId, ['Production']);
        const create = (path: string, body: object) =>
          server.call('POST', `/api/apps/${application.id}/${path}`, { token, body });
        for (const one of groups) await create('target-groups', group(one));
        for (const one of toggles) await create('toggles', toggle(one));
        const stored = await exported();
        for (const query of ['', 'deleteOthers=true']) {
          expect(await bringAlike(stored, query)).toEqual({ status: 200, changes: [] });
        }
        // Any document: a dry run and the import say the same.
        const parts = { targetGroups: groups.map((one) => group(one)) };
        await bringAlike({ ...parts, toggles: toggles.map(toggle) });
        const shouted = toggles.map((one) => toggle(one.toUpperCase()));
        for (const query of ['', 'deleteOthers=true']) {
          for (const one of shouted) await bringAlike({ toggles: [one] }, query);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('HOS-15: settings of one environment stand in a document once', async () => {
    const settings = { name: 'Production', production: true };
    const twice = { environmentSettings: [settings, { ...settings, production: false }] };
    expect(await bringAlike(twice)).toMatchObject({
      error_code: 'DUPLICATE_ENVIRONMENT',
      meta_data: { at: { type: 'environment', name: 'Production' } },
    });
  });
});

it('HOS-15: a document removes the name of a rule with null or an empty text, and keeps it without', async () => {
  const rule = {
    type: 'PROPERTY',
    propertyRule: { property: 'uid', expression: 'EQUALS', term: 'ana' },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
  };
  const named = (name: { readonly name?: string | null }) => ({
    toggles: [toggle('checkout')],
    experiments: [
      {
        environment: 'Production',
        toggle: 'checkout',
        status: 'ACTIVE',
        salt: 'salt',
        buckets: 100,
        rules: [{ ...rule, ...name }, EVERYONE],
      },
    ],
  });
  const changes = [
    { action: 'UPDATE', type: 'experiment', name: 'checkout', environment: 'Production' },
  ];
  const storedName = async () => (await exported()).experiments[0]?.rules[0]?.name;
  for (const nothing of [null, '']) {
    await bring(named({ name: 'Friends' }));
    expect(await bringAlike(named({}))).toEqual({ status: 200, changes: [] });
    expect(await storedName()).toBe('Friends');
    expect(await bringAlike(named({ name: nothing }))).toEqual({ status: 200, changes });
    expect(await storedName()).toBeUndefined();
    expect(await bringAlike(named({ name: nothing }))).toEqual({ status: 200, changes: [] });
  }
  const list = `/api/apps/${application.id}/envs/${application.environmentIds[0]}/experiments`;
  const { body } = await server.call<{ items?: Experiment[] }>('GET', list, { token });
  expect(JSON.stringify(body)).not.toContain('"name":null');
});
