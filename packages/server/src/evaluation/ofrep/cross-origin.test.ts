import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication, createCompany, createEnvironmentKey } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
  it('may send requests with a key and read the response, including a refusal', async () => {
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

  it('are, with an environment key, limited to OFREP_ALLOWED_ORIGINS', async () => {
    const { accountId } = await createCompany(limited);
    const { environmentIds } = await createApplication(limited, accountId);
    const token = await createEnvironmentKey(limited, environmentIds[0] ?? '');
    const answered = async (origin: string) =>
      (await limited.call('POST', FLAGS, { token, body: { context: {} }, headers: { origin } }))
        .headers['access-control-allow-origin'];
    expect(await answered(SHOP)).toBe(SHOP);
    expect(await answered('https://evil.example.com')).toBeUndefined();
  });

  it('pass the preflight whatever their origin, because a preflight has no key', async () => {
    expect(await allowedBy(limited, 'OPTIONS', FLAGS, 'https://evil.example.com')).toBe('*');
  });

  it('may use no other endpoint of this service', async () => {
    expect(await allowedBy(open, 'POST', '/oauth/token', SHOP)).toBeUndefined();
    expect(await allowedBy(open, 'OPTIONS', '/api/apps', SHOP)).toBeUndefined();
  });
});
