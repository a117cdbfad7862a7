import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('health', () => {
  it('a service with its database is ready', async () => {
    expect(await server.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: 'ready' },
    });
  });

  it('with a database that lacks migrations a service is live, but not ready', async () => {
    await server.database.sql.execute(
      raw`update drizzle.__drizzle_migrations set created_at = created_at - 1`,
    );
    expect(await server.call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'waiting', database: 'not migrated' },
    });
    expect((await server.call('GET', '/livez')).status).toBe(200);
    const { status, body } = await server.call('GET', '/readyz?exclude=database');
    expect([status, body]).toEqual([200, { status: 'ready', storage: 'ready' }]);
  });
});
