import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createToggle,
  type TestApplication,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const ENCODINGS = [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const;

let server: TestServer;
let application: TestApplication;
let token: string;
let key: string;
let list: string;

beforeAll(async () => {
  server = await startTestServer();
  const admin = await createCompany(server);
  token = admin.token;
  application = await createApplication(server, admin.accountId);
  for (let n = 0; n < 30; n += 1) {
    await createToggle(server, application.id, { name: `toggle-${n}` });
  }
  key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
  list = `/api/apps/${application.id}/toggles`;
});
afterAll(() => server.close());

function ask(url: string, encoding?: string, headers: Readonly<Record<string, string>> = {}) {
  const isOfrep = url.startsWith('/ofrep/');
  return server.http.inject({
    method: isOfrep ? 'POST' : 'GET',
    url,
    headers: {
      authorization: `Bearer ${isOfrep ? key : token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
      ...headers,
    },
    ...(isOfrep && { payload: { context: { targetingKey: 'ana' } } }),
  });
}

describe('OPS-06: JSON responses of more than 1 KiB', () => {
  it.each(ENCODINGS)(
    'are compressed for clients that accept %s, with the same content',
    async (encoding, decompress) => {
      for (const url of [list, '/ofrep/v1/evaluate/flags', '/api/openapi.json']) {
        const plain = await ask(url);
        const compressed = await ask(url, encoding);
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(compressed.headers['content-encoding']).toBe(encoding);
        expect(compressed.headers.vary).toMatch(/Accept-Encoding/);
        expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
        expect(decompress(compressed.rawPayload).toString()).toBe(plain.payload);
        expect(compressed.headers.etag).toBe(plain.headers.etag);
      }
    },
  );

  it('a response in several pieces is streamed; it has a Content-Length unless it is compressed', async () => {
    const values = ['a', 'b'].map((value) => value.padEnd(400, 'x'));
    for (let n = 0; n < 100; n += 1) {
      await createToggle(server, application.id, { name: `long-${n}`, values });
    }
    const url = `/api/apps/${application.id}/export`;
    const plain = await ask(url);
    expect(plain.rawPayload.length).toBeGreaterThan(64 * 1024);
    expect(plain.headers['content-length']).toBe(String(plain.rawPayload.length));
    expect(plain.json().toggles).toHaveLength(130);
    for (const [encoding, decompress] of ENCODINGS) {
      const compressed = await ask(url, encoding);
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers['content-length']).toBeUndefined();
      expect(decompress(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    const head = await server.http.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(head.headers['content-length']).toBe(plain.headers['content-length']);
  });

  it('If-None-Match with the ETag of a compressed response returns 304', async () => {
    const { headers } = await ask('/ofrep/v1/evaluate/flags', 'br');
    const again = await ask('/ofrep/v1/evaluate/flags', 'br', {
      'if-none-match': String(headers.etag),
    });
    expect({ status: again.statusCode, body: again.payload }).toEqual({ status: 304, body: '' });
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('an encoding that the client refuses is not used, and short responses are not compressed', async () => {
    expect((await ask(list, 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip');
    expect((await ask(list, 'deflate')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/readyz', 'gzip')).headers['content-encoding']).toBeUndefined();
  });
});
