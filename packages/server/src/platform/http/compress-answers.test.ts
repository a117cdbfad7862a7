import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createToggle,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
let key: string;
let list: string;

beforeAll(async () => {
  server = await startTestServer();
  const admin = await createCompany(server);
  token = admin.token;
  const application = await createApplication(server, admin.accountId);
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

describe('OPS-06: JSON answers of more than a KiB', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are compressed for whoever asks for %s, and say the same', async (encoding, decompress) => {
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
  });

  it('a tag of an answer that was compressed is answered 304', async () => {
    const { headers } = await ask('/ofrep/v1/evaluate/flags', 'br');
    const again = await ask('/ofrep/v1/evaluate/flags', 'br', {
      'if-none-match': String(headers.etag),
    });
    expect({ status: again.statusCode, body: again.payload }).toEqual({ status: 304, body: '' });
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('who refuses an encoding does not get it, and short answers are sent as they are', async () => {
    expect((await ask(list, 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip');
    expect((await ask(list, 'deflate')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/readyz', 'gzip')).headers['content-encoding']).toBeUndefined();
  });
});
