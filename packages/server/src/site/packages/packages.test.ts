import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { ANSWER_HEADERS } from '../../platform/http/answer.ts';
import { handleErrors } from '../../platform/http/error-handler.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { builtPackages } from './built-packages.ts';
import { packageRoutes, packagesUrl, storePackages } from './packages.ts';

const PUBLIC_URL = 'https://toggles.example.com';
const WEB = '/packages/@comporta%2fweb';

let testDatabase: TestDatabase;
let database: Database;
const folders: string[] = [];
const servers: FastifyInstance[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  for (const http of servers) await http.close();
  await database.close();
  await testDatabase.drop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What scripts/pack.ts writes for a version, with this text in place of each file. */
function built(version: string, text: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-clients-'));
  folders.push(folder);
  const manifests = ['@comporta/sdk', '@comporta/web'].map((name) => ({
    name,
    version,
    engines: { node: '>=20' },
  }));
  writeFileSync(path.join(folder, 'packages.json'), JSON.stringify(manifests));
  for (const name of ['sdk', 'web']) {
    writeFileSync(path.join(folder, `${name}-${version}.tgz`), `${name} ${text}`);
  }
  return builtPackages(folder);
}

const written: string[] = [];
const log = createLog('warn', { write: (line) => written.push(line) });

async function nodeWith(own: ReturnType<typeof builtPackages>, isRelease = true) {
  if (isRelease) await storePackages({ sql: database.sql, own }, log);
  const http = fastify();
  servers.push(http);
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(ANSWER_HEADERS);
  });
  handleErrors(http);
  packageRoutes(http, { sql: database.sql, publicUrl: PUBLIC_URL, own });
  return http;
}

const get = (http: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  http.inject({ method: 'GET', url, headers });
const fileAt = async (http: FastifyInstance, url: string) => (await get(http, url)).payload;

it('FAIR-70, COV-01: a package is described as npm asks for it, and the file is what is described', async () => {
  const http = await nodeWith(built('0.3.0', 'first'));
  for (const url of [WEB, '/packages/@comporta%2Fweb', '/packages/@comporta/web']) {
    const { statusCode, headers, payload } = await get(http, url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(JSON.parse(payload)).toEqual({
      name: '@comporta/web',
      'dist-tags': { latest: '0.3.0' },
      versions: {
        '0.3.0': {
          name: '@comporta/web',
          version: '0.3.0',
          engines: { node: '>=20' },
          dist: {
            tarball: `${PUBLIC_URL}/packages/@comporta/web/-/web-0.3.0.tgz`,
            integrity: `sha512-${createHash('sha512').update('web first').digest('base64')}`,
            shasum: createHash('sha1').update('web first').digest('hex'),
          },
        },
      },
    });
  }
  const file = await get(http, '/packages/@comporta/web/-/web-0.3.0.tgz');
  expect(file.payload).toBe('web first');
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('FAIR-70: a description that is known is not sent again', async () => {
  const http = await nodeWith(built('0.3.0', 'first'));
  const { etag = '' } = (await get(http, WEB)).headers;
  const again = await get(http, WEB, { 'if-none-match': etag });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  const other = await get(http, '/packages/@comporta/sdk', { 'if-none-match': etag });
  expect(other.statusCode).toBe(200);
});

it('FAIR-71: a version stays available after an upgrade, on nodes of every release', async () => {
  const before = await nodeWith(built('0.3.0', 'first'));
  const after = await nodeWith(built('0.4.0', 'second'));
  for (const [http, latest] of [
    [before, '0.3.0'],
    [after, '0.4.0'],
  ] as const) {
    const { 'dist-tags': tags, versions } = (await get(http, WEB)).json();
    expect([tags.latest, Object.keys(versions)]).toEqual([latest, ['0.3.0', '0.4.0']]);
    expect(await fileAt(http, '/packages/@comporta/web/-/web-0.3.0.tgz')).toBe('web first');
    expect(await fileAt(http, '/packages/@comporta/web/-/web-0.4.0.tgz')).toBe('web second');
  }
});

it('FAIR-71: a version has the same bytes for ever, whoever built it', async () => {
  await nodeWith(built('0.3.0', 'first'));
  const other = await nodeWith(built('0.3.0', 'built again'));
  expect(await fileAt(other, '/packages/@comporta/web/-/web-0.3.0.tgz')).toBe('web first');
  const { versions } = (await get(other, WEB)).json();
  expect(versions['0.3.0'].dist.shasum).toBe(createHash('sha1').update('web first').digest('hex'));
});

it('FAIR-71: a checkout stores nothing and serves what is built, or nothing', async () => {
  const checkout = await nodeWith(built('0.5.0', 'of today'), false);
  expect(await fileAt(checkout, '/packages/@comporta/web/-/web-0.5.0.tgz')).toBe('web of today');
  expect((await get(checkout, WEB)).json()).toMatchObject({ 'dist-tags': { latest: '0.5.0' } });
  const release = await nodeWith(built('0.3.0', 'first'));
  expect((await get(release, '/packages/@comporta/web/-/web-0.5.0.tgz')).statusCode).toBe(404);

  const nothingBuilt = await nodeWith(builtPackages(path.join(os.tmpdir(), 'nowhere')), false);
  for (const url of [WEB, '/packages/@comporta/web/-/web-0.3.0.tgz']) {
    expect((await get(nothingBuilt, url)).statusCode).toBe(404);
  }
});

it.each([
  ['GET', '/packages'],
  ['GET', '/packages/'],
  ['GET', '/packages/left-pad'],
  ['GET', '/packages/@comporta/server'],
  ['GET', '/packages/@comporta/web/-/web-9.9.9.tgz'],
  ['GET', '/packages/@comporta/web/-/sdk-0.3.0.tgz'],
  ['GET', '/packages/@comporta/web/-/web-0.3.0.tgz/x'],
  ['GET', '/packages/@comporta/web/-/..%2f..%2fpackage.json'],
  ['GET', '/packages/-/ping'],
  ['GET', `${WEB}%00`],
  ['PUT', WEB],
  ['DELETE', WEB],
] as const)('FAIR-70: NOT_FOUND: %s %s', async (method, url) => {
  const http = await nodeWith(built('0.3.0', 'first'));
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ error_code: 'NOT_FOUND' }));
  const { statusCode, payload } = await http.inject({ method, url });
  expect([statusCode, JSON.parse(payload).error_code]).toEqual([404, 'NOT_FOUND']);
});

it('FAIR-70: HEAD is answered as GET, without a body', async () => {
  const http = await nodeWith(built('0.3.0', 'first'));
  for (const url of [WEB, '/packages/@comporta/web/-/web-0.3.0.tgz']) {
    const { statusCode, payload } = await http.inject({ method: 'HEAD', url });
    expect([statusCode, payload]).toEqual([200, '']);
  }
});

it('FAIR-71: packages that cannot be stored keep no service from starting', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', () => {});
  await storePackages({ sql: away.sql, own: built('0.3.0', 'first') }, log);
  await away.close();
  expect(written.map((line) => JSON.parse(line).msg)).toEqual([
    'the client packages of this version are not stored',
  ]);
});

it('FAIR-72: the registry has an address only where there are packages', () => {
  expect(packagesUrl({ publicUrl: PUBLIC_URL, own: built('0.3.0', 'x') })).toBe(
    'https://toggles.example.com/packages/',
  );
  expect(packagesUrl({ publicUrl: PUBLIC_URL, own: [] })).toBeUndefined();
});
