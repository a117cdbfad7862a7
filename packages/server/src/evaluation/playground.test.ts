import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createProperty,
  createToggle,
  createUser,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let appId: string;
let path: string;
let countryId: string;
let checkoutId: string;
let paymentsId: string;
let experiment: Experiment;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  appId = application.id;
  path = `/api/apps/${appId}/envs/${application.environmentIds[0]}`;
  countryId = await createProperty(server, appId, { key: 'country', type: 'STRING' });
  checkoutId = await createToggle(server, appId, { name: 'checkout' });
  paymentsId = await createToggle(server, appId, { name: 'payments' });
  const body = { toggleId: checkoutId, rules: [inCountry('BR'), EVERYONE] };
  experiment = (await post<Experiment>('/experiments', body)).body;
});
afterAll(() => server.close());

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } };

function inCountry(term: string) {
  const propertyRule = { propertyId: countryId, expression: 'EQUALS', term };
  return { type: 'PROPERTY', propertyRule, valueSpec: ENABLED };
}
function post<Body>(call: string, body: object, token = admin.token) {
  return server.call<Body>('POST', path + call, { token, body });
}
function evaluate(body: object) {
  return post<ToggleExplanation[]>('/evaluate', body);
}

describe('evaluate', () => {
  it('explains one toggle: value, reason, and the result of every rule', async () => {
    const body = { uid: 'ana', properties: { country: 'PT' }, toggleId: checkoutId };
    expect(await evaluate(body)).toMatchObject({
      status: 200,
      body: [
        {
          toggleId: checkoutId,
          toggle: 'checkout',
          value: 'disabled',
          reason: 'DEFAULT',
          ruleOrder: 2,
          experimentId: experiment.id,
          experimentStatus: 'ACTIVE',
          rules: [
            {
              order: 1,
              type: 'PROPERTY',
              result: 'NOT_MATCHED',
              condition: { property: 'country', term: 'BR', seen: 'PT', result: 'DOES_NOT_HOLD' },
            },
            { order: 2, type: 'ALL_USERS', result: 'MATCHED' },
          ],
        },
      ],
    });
  });

  it('explains every toggle, including a change that was just saved', async () => {
    await post(`/experiments/${experiment.id}/pause`, {});
    const { body } = await evaluate({ properties: { country: 'BR' } });
    expect(body).toMatchObject([
      { toggle: 'checkout', value: 'disabled', reason: 'DISABLED', rules: [] },
      { toggle: 'payments', value: 'disabled', reason: 'STATIC' },
    ]);
    await post(`/experiments/${experiment.id}/restart`, {});
  });

  it('tries unsaved rules with the saved salt, and saves nothing', async () => {
    const split = { type: 'SPLIT', split: { enabled: 100 } };
    const draft = {
      toggleId: checkoutId,
      rules: [inCountry('BR'), { ...EVERYONE, valueSpec: split }],
    };
    const { body } = await evaluate({ uid: 'ana', properties: { country: 'PT' }, draft });
    expect(body).toMatchObject([
      {
        toggleId: checkoutId,
        value: 'enabled',
        reason: 'SPLIT',
        rules: [{ order: 1 }, { split: { salt: experiment.salt, bucket: expect.any(Number) } }],
      },
    ]);
    const saved = await server.call<Experiment>(
      'GET',
      `${path}/experiments/${experiment.id}`,
      admin,
    );
    expect(saved.body.rules).toEqual(experiment.rules);
  });

  it('a draft for a toggle without experiment uses the saved rules of the toggles that it depends on', async () => {
    const toggleDependencyRule = { toggleId: checkoutId, value: 'enabled' };
    const rules = [
      { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: ENABLED },
      EVERYONE,
    ];
    const draft = { toggleId: paymentsId, rules };
    const { body } = await evaluate({ properties: { country: 'BR' }, draft });
    expect(body).toMatchObject([
      {
        toggle: 'payments',
        value: 'enabled',
        rules: [{ dependency: { answer: { toggle: 'checkout', ruleOrder: 1 } } }, {}],
      },
    ]);
  });

  it('refuses a draft as a save does, naming the rules', async () => {
    const draft = { toggleId: checkoutId, rules: [inCountry(''), EVERYONE] };
    expect(await evaluate({ draft })).toMatchObject({
      status: 400,
      body: { error_code: 'EMPTY_TERM', meta_data: { rules: [{ order: 1, code: 'EMPTY_TERM' }] } },
    });
  });

  it('NO_TOGGLE: a toggle of another application does not exist here', async () => {
    const other = await createApplication(server, admin.accountId);
    const toggleId = await createToggle(server, other.id);
    const refused = { status: 400, body: { error_code: 'NO_TOGGLE' } };
    expect(await evaluate({ toggleId })).toMatchObject(refused);
    expect(await evaluate({ draft: { toggleId, rules: [EVERYONE] } })).toMatchObject(refused);
  });

  it('INVALID_BODY: properties are an object', async () => {
    expect(await evaluate({ properties: 'country=BR' })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_BODY' },
    });
  });

  it('is only for users who may use the application', async () => {
    const outsider = await createUser(server, admin.accountId);
    const stranger = await createCompany(server);
    expect((await post('/evaluate', {}, outsider.token)).status).toBe(403);
    expect((await post('/evaluate', {}, stranger.token)).status).toBe(404);
  });

  it('RATE_LIMITED, SEC-03: 60 per minute for one user, independent of other users', async () => {
    const [busy, other] = [await createUser(server, admin.accountId, { admin: true }), admin];
    const ask = async ({ token }: TestUser) => (await post('/evaluate', {}, token)).status;
    for (let call = 0; call < 60; call++) expect(await ask(busy)).toBe(200);
    expect(await ask(busy)).toBe(429);
    expect(await ask(other)).toBe(200);
  });
});
