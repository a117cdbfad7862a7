import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createExperiment,
  createProperty,
  createTargetGroup,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from './builders.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** English collation is the same as the root collation, and browsers support it. */
const ROOT = new Intl.Collator('en', { sensitivity: 'accent' });

const WORDS = ['zeta', 'ábaco', 'Érika', 'abc', 'Zebra', 'eco', 'v10', 'v2', 'ab c', 'ab-c'];
/** Names with the characters that toggle names and property keys may have. */
const NAMES = ['zeta', 'a_b', 'a-b', 'ab', 'B', 'a.b', 'a1', 'Ab-c', 'v10', 'v2'];

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  for (const name of WORDS) {
    const body = { name, environments: [{ name: 'Production' }] };
    await server.call('POST', '/api/apps', { token: admin.token, body });
    await createUser(server, admin.accountId, { name, admin: true });
    await createTargetGroup(server, application.id, { name, uids: 'u-1' });
  }
  for (const name of NAMES) {
    await createProperty(server, application.id, { key: name, type: 'STRING' });
    const toggleId = await createToggle(server, application.id, { name });
    const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
    await createExperiment(server, application, toggleId, [{ type: 'ALL_USERS', valueSpec }]);
  }
});
afterAll(() => server.close());

it.each([
  ['applications', '/api/apps', 'name'],
  ['users', '/api/users', 'name'],
  ['administrators', '/api/accounts/administrators', 'name'],
  ['properties', '/api/apps/:appId/properties', 'key'],
  ['target groups', '/api/apps/:appId/target-groups', 'name'],
  ['toggles', '/api/apps/:appId/toggles', 'name'],
  ['experiments', '/api/apps/:appId/envs/:envId/experiments', 'toggleName'],
])(
  'SPEC-05: T18: %s are listed in the order of the root collation, ignoring case',
  async (_title, path, field) => {
    const envId = application.environmentIds[0] ?? '';
    const url = path.replace(':appId', application.id).replace(':envId', envId);
    const { body } = await server.call<Record<string, string>[]>('GET', url, {
      token: admin.token,
    });
    const names = body.map((entity) => entity[field] ?? '');
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(names).toEqual(names.toSorted(ROOT.compare));
  },
);
