import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';
const SHOP = 'https://shop.example.com';

let open: TestServer;
let limited: TestServer;

beforeAll(async () => {
  open = await startTestServer();
  limited = await startTestServer({ OFREP_ALLOWED_ORIGINS: SHOP });
});
afterAll(async () => {
  await open.close();
  await limited.close();
});

async function allowedBy(server: TestServer, method: string, path: string, origin: string) {
  const { headers } = await server.call(method, path, { headers: { origin } });
  return headers['access-control-allow-origin'];
}

describe('pages of other origins', () => {
  it('may ask with a key and read what came back, a refusal included', async () => {
    const preflight = await open.call('OPTIONS', `${FLAGS}/new-checkout`, {
      headers: { origin: SHOP, 'access-control-request-method': 'POST' },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('X-API-Key'),
      },
    });
    const { status, headers } = await open.call('POST', FLAGS, { headers: { origin: SHOP } });
    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('ETag'),
    });
  });

  it('are those of OFREP_ALLOWED_ORIGINS', async () => {
    for (const [method, path] of [
      ['POST', FLAGS],
      ['OPTIONS', FLAGS],
      ['GET', '/ofrep/v1/events?ticket=x'],
    ] as const) {
      expect(await allowedBy(limited, method, path, SHOP)).toBe(SHOP);
      expect(await allowedBy(limited, method, path, 'https://evil.example.com')).toBeUndefined();
    }
  });

  it('may ask nothing else of this service', async () => {
    expect(await allowedBy(open, 'POST', '/oauth/token', SHOP)).toBeUndefined();
    expect(await allowedBy(open, 'OPTIONS', '/api/apps', SHOP)).toBeUndefined();
  });
});
