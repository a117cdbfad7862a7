import type {
  CodeReferences,
  CodeScan,
  ToggleCode,
} from '@comporta/contract/code-references/code-references';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApplication, createCompany, createToggle } from '../testing/builders.ts';
import { createToken } from '../testing/identity/create-token.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
let appId: string;
let toggleId: string;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const company = await createCompany(server);
  token = company.token;
  appId = (await createApplication(server, company.accountId)).id;
  toggleId = await createToggle(server, appId, { name: 'checkout' });
  path = `/api/apps/${appId}/code-references`;
});

const place = { path: 'src/a.ts', line: 3, column: 9 };
const SCAN: CodeScan = {
  repository: 'acme/shop',
  branch: 'main',
  commit: '4f2a91c',
  committedAt: '2026-11-01T10:00:00+02:00',
  urlTemplate: 'https://git.example.com/acme/shop/blob/{commit}/{path}#L{line}',
  references: [{ toggle: 'checkout', count: 7, places: [place] }],
};
const LATER = { commit: '5b3c02d', committedAt: '2026-11-02T10:00:00Z' };

const put = (scan: object = {}) => server.call('PUT', path, { token, body: { ...SCAN, ...scan } });
async function codeOf(id = toggleId): Promise<ToggleCode> {
  const at = `/api/apps/${appId}/toggles/${id}/code`;
  return (await server.call<ToggleCode>('GET', at, { token })).body;
}

it('LIF-32: a scan replaces its repository, and a count that falls to 0 keeps the commit that did it', async () => {
  expect(await codeOf()).toEqual([]);
  const references = [...SCAN.references, { toggle: 'gone', count: 1, places: [] }];
  expect(await put({ references })).toMatchObject({ status: 200, body: { unknown: ['gone'] } });
  expect(await codeOf()).toMatchObject([
    { repository: 'acme/shop', commit: '4f2a91c', count: 7, places: [place], removedIn: null },
  ]);
  expect((await put({ ...LATER, references: [] })).status).toBe(200);
  expect(await codeOf()).toMatchObject([{ count: 0, places: [], removedIn: '5b3c02d' }]);
  const still = { commit: '6c4d13e', committedAt: '2026-11-03T10:00:00Z', references: [] };
  await put(still);
  expect(await codeOf()).toMatchObject([{ commit: '6c4d13e', removedIn: '5b3c02d' }]);
  await put({ ...still, references: SCAN.references });
  expect(await codeOf()).toMatchObject([{ count: 7, removedIn: null }]);
});

it('LIF-32: an earlier commit is refused; an equal one brings what was made since', async () => {
  await put(LATER);
  expect(await put()).toMatchObject({ status: 409, body: { error_code: 'STALE_SCAN' } });
  const later = await createToggle(server, appId, { name: 'later' });
  const references = [{ toggle: 'later', count: 1, places: [place] }];
  expect((await put({ ...LATER, references })).status).toBe(200);
  expect(await codeOf(later)).toMatchObject([{ count: 1 }]);
});

it.each([
  ['INVALID_REPOSITORY', { repository: 'acme shop' }],
  ['INVALID_REPOSITORY', { repository: 'a'.repeat(201) }],
  ['INVALID_BODY', { urlTemplate: 'javascript:alert(1)//{path}' }],
  ['INVALID_BODY', { urlTemplate: 'http://example.com/{path}' }],
  ['INVALID_BODY', { committedAt: 'yesterday' }],
  ['INVALID_BODY', { commit: 'HEAD' }],
  ['INVALID_BODY', { references: [{ toggle: 'checkout', count: 0, places: [] }] }],
])('LIF-32: %s for %j, and nothing is kept', async (code, scan) => {
  expect(await put(scan)).toMatchObject({ status: 400, body: { error_code: code } });
  expect(await codeOf()).toEqual([]);
});

it('LIF-32: an application has 50 repositories at most, and forgets one when asked', async () => {
  for (let index = 0; index < 50; index++) await put({ repository: `acme/${index}` });
  expect(await put()).toMatchObject({
    status: 400,
    body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'repositories', limit: 50 } },
  });
  const one = `${path}?repository=${encodeURIComponent('acme/7')}`;
  expect((await server.call('DELETE', one, { token })).status).toBe(204);
  expect((await server.call('DELETE', one, { token })).status).toBe(404);
  expect((await put()).status).toBe(200);
  const { body } = await server.call<CodeReferences>('GET', path, { token });
  expect(body.repositories).toHaveLength(50);
  expect(body.toggles).toEqual([{ name: 'checkout', archived: false, stale: false }]);
});

it('LIF-90: a scan is no change, and without a key, or of another company’s application, it is refused', async () => {
  const audit = async () =>
    (await server.call('GET', `/api/apps/${appId}/audit-logs`, { token })).body;
  const before = await audit();
  const stranger = await createCompany(server);
  expect(await server.call('PUT', path, { body: SCAN })).toMatchObject({ status: 401 });
  const foreign = await server.call('PUT', path, { token: stranger.token, body: SCAN });
  expect(foreign).toMatchObject({ status: 404 });
  expect(await codeOf()).toEqual([]);
  expect((await put()).status).toBe(200);
  expect(await codeOf()).toMatchObject([{ count: 7 }]);
  expect(await audit()).toEqual(before);
});

it('LIF-31: a token with the scope code alone may scan, and nothing else', async () => {
  const { accountId, id } = await createCompany(server);
  const own = await createApplication(server, accountId);
  const limits = { userId: id, scopes: ['code'] } as const;
  const { key: scanner } = await createToken(server, accountId, limits);
  const at = `/api/apps/${own.id}/code-references`;
  expect((await server.call('PUT', at, { token: scanner, body: SCAN })).status).toBe(200);
  expect((await server.call('GET', at, { token: scanner })).status).toBe(200);
  expect((await server.call('GET', '/api/apps', { token: scanner })).status).toBe(403);
  expect((await server.call('PUT', path, { token: scanner, body: SCAN })).status).toBe(404);
});
