import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql as raw } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { createApplication, createCompany } from './builders.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  const admin = await createCompany(server);
  const { id } = await createApplication(server, admin.accountId);
  token = admin.token;
  path = `/api/apps/${id}/properties`;
});
afterAll(() => server.close());

function post(payload: string, contentType = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
  return server.http.inject({ method: 'POST', url: path, headers, payload });
}

describe('refusals that come from no slice', () => {
  it.each([
    ['INVALID_JSON', 400, '{"key":', 'application/json'],
    ['INVALID_BODY', 400, '{"key":"\\u0000","type":"STRING"}', 'application/json'],
    ['INVALID_BODY', 400, '{"key":"\\ud800","type":"STRING"}', 'application/json'],
    ['LIMIT_EXCEEDED', 400, '['.repeat(33) + ']'.repeat(33), 'application/json'],
    ['PAYLOAD_TOO_LARGE', 413, JSON.stringify('x'.repeat(1024 * 1024)), 'application/json'],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'key=country', 'text/plain'],
  ])('%s (%i)', async (code, status, payload, contentType) => {
    const response = await post(payload, contentType);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ error_code: code, request_id: expect.any(String) });
  });

  it('MALFORMED_REQUEST: bytes that are not HTTP are refused in the same shape', async () => {
    await server.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end('nonsense\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error_code":"MALFORMED_REQUEST"');
  });

  it.each([
    ['disk is full', '53100', 'mdextend'],
    ['quota is used up', 'XX000', 'mdzeroextend'],
  ])('STORAGE_FULL: a database whose %s', (_what, code, routine) => {
    const full = new pg.DatabaseError('could not extend file', 20, 'error');
    Object.assign(full, { code, routine });
    const error = new Error('Failed query', { cause: full });
    expect(rejectionOfDatabaseError(error)?.code).toBe('STORAGE_FULL');
  });

  it('a constraint on names refuses at the field that has the name, and none that events alone can meet', async () => {
    const { rows } = await server.database.sql.execute<{ name: string }>(
      raw`select indexrelid::regclass::text as name from pg_index where indisunique`,
    );
    const names = rows.map(({ name }) => name).filter((name) => /_(name|key)_unique$/.test(name));
    const refusalOf = (constraint: string) => {
      const cause = Object.assign(new pg.DatabaseError('duplicate', 20, 'error'), { constraint });
      const refusal = rejectionOfDatabaseError(new Error('Failed query', { cause }));
      return refusal && `${refusal.code} ${refusal.meta?.at}`;
    };
    const refusals = Object.fromEntries(names.map((name) => [name, refusalOf(name)]));
    expect(refusals).toMatchObject({
      toggles_name_unique: 'DUPLICATE_NAME name',
      metrics_key_unique: 'DUPLICATE_KEY key',
      environments_name_unique: 'DUPLICATE_ENVIRONMENT environments',
      event_keys_key_unique: undefined,
      segment_levels_name_unique: undefined,
    });
  });

  it('INTERNAL: a database error that no constraint explains is a bug, not a refusal', () => {
    const bug = new pg.DatabaseError('column "x" does not exist', 20, 'error');
    bug.code = '42703';
    expect(rejectionOfDatabaseError(new Error('Failed query', { cause: bug }))).toBeUndefined();
  });
});
