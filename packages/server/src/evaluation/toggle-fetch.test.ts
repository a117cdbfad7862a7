import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEnvironmentKey } from '../identity/keys/environment-key.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createProperty,
  createToggle,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
let otherKey: string;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId } = await createCompany(server);
  const application = await createApplication(server, accountId, ['Production', 'Staging']);
  await createToggle(server, application.id, { name: 'plain' });
  const toggleId = await createToggle(server, application.id, { name: 'for-ana' });
  await createExperiment(server, application, toggleId, [
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: 'ana' },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
    },
    { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } },
  ]);
  const [production = '', staging = ''] = application.environmentIds;
  key = await createEnvironmentKey(server, production);
  otherKey = await createEnvironmentKey(server, staging);
});
afterAll(() => server.close());

describe('toggle fetch', () => {
  it('answers the raw value of every toggle for the user who asks', async () => {
    const answer = await server.call('GET', '/api/toggles?uid=ana', { token: key });
    expect(answer).toMatchObject({
      status: 200,
      body: { plain: 'disabled', 'for-ana': 'enabled' },
    });
  });

  it('also takes uid and properties as JSON, and the key as X-API-Key', async () => {
    const answer = await server.call('POST', '/api/toggles', {
      body: { uid: 'bob', properties: { country: 'BR' } },
      headers: { 'x-api-key': key },
    });
    expect(answer.body).toEqual({ plain: 'disabled', 'for-ana': 'disabled' });
  });

  it('RUL-28: a value in the address is a list of one; several are sent as JSON', async () => {
    const { accountId } = await createCompany(server);
    const application = await createApplication(server, accountId, ['Production']);
    const propertyId = await createProperty(server, application.id, { key: 'roles', type: 'LIST' });
    const toggleId = await createToggle(server, application.id, { name: 'for-staff' });
    await createExperiment(server, application, toggleId, [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId, expression: 'HAS_ALL', term: 'staff' },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
      },
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } },
    ]);
    const token = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const byGet = (roles: string) => server.call('GET', `/api/toggles?roles=${roles}`, { token });
    expect((await byGet('staff')).body).toEqual({ 'for-staff': 'enabled' });
    expect((await byGet('admin,staff')).body).toEqual({ 'for-staff': 'disabled' });
    const body = { properties: { roles: ['admin', 'staff'] } };
    const byPost = await server.call('POST', '/api/toggles', { token, body });
    expect(byPost.body).toEqual({ 'for-staff': 'enabled' });
  });

  it('the key alone selects the environment', async () => {
    const answer = await server.call('GET', '/api/toggles?uid=ana', { token: otherKey });
    expect(answer.body).toEqual({ plain: 'disabled', 'for-ana': 'disabled' });
  });

  it.each([
    ['no key', undefined],
    ['an unknown key', newEnvironmentKey()],
    ['text that is not a key', 'cpt_env_nonsense'],
  ])('UNAUTHORIZED: %s', async (_what, token) => {
    const answer = await server.call('GET', '/api/toggles', token === undefined ? {} : { token });
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'UNAUTHORIZED' } });
  });

  it.each([[[]], [{ properties: 5 }], [{ uid: {} }], ['text']])(
    'INVALID_BODY: refuses %j',
    async (body) => {
      const answer = await server.call('POST', '/api/toggles', { token: key, body });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_BODY' } });
    },
  );
});
