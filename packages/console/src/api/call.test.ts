import { listApplications } from '@comporta/contract/applications/application-api';
import { createProperty, updateProperty } from '@comporta/contract/properties/property-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, callAs, watchReach } from './call.ts';

const refused = vi.fn();
const fetched = vi.fn<typeof fetch>();
let session: AbortController;
let accessToken: string;

beforeEach(() => {
  refused.mockClear();
  session = new AbortController();
  accessToken = 'secret';
  callAs({ accessToken: () => accessToken, signal: () => session.signal, refused });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  watchReach(() => {});
});

function answer(status: number, body?: object, headers: Record<string, string> = {}) {
  fetched.mockResolvedValue(
    new Response(body === undefined ? null : JSON.stringify(body), { status, headers }),
  );
}

function sent() {
  const [url, { headers, body, method } = {}] = fetched.mock.lastCall ?? [];
  return { url, method, body, headers: Object.fromEntries(new Headers(headers)) };
}

const property = { key: 'plan', type: 'STRING', description: '' };
const newPassword = { value: 'abc123', confirmation: 'abc123' };

describe('call', () => {
  it('sends JSON with the bearer token and the version, and fills in the path', async () => {
    answer(200, { id: 'p' });
    const params = { appId: 'a b', id: 'p' };
    await call(updateProperty, { params, body: property, ifMatch: 3 });
    expect(sent()).toMatchObject({
      url: '/api/apps/a%20b/properties/p',
      method: 'PUT',
      body: JSON.stringify(property),
      headers: { authorization: 'Bearer secret', 'if-match': '"3"' },
    });
    expect(sent().headers['content-type']).toBe('application/json');
  });

  it('logs in with a form and the fixed client credential, never with a bearer token', async () => {
    answer(200, {});
    const body = { grant_type: 'password', username: 'ana@example.com', password: 'a&b=1' };
    await call(createSession, { body });
    expect(String(sent().body)).toBe(
      'grant_type=password&username=ana%40example.com&password=a%26b%3D1',
    );
    expect(sent().headers.authorization).toBe(`Basic ${btoa('console:console')}`);
  });

  it('a response without a body is undefined', async () => {
    answer(204);
    const body = { value: 'abc123', confirmation: 'abc123' };
    expect(await call(setPassword, { params: { requestId: 'r' }, body })).toBeUndefined();
    expect(sent().headers).not.toHaveProperty('authorization');
  });

  it('rejects with the code, its meta data and the time to wait', async () => {
    answer(429, { error_code: 'RATE_LIMITED', meta_data: { limit: 5 } }, { 'retry-after': '30' });
    await expect(call(listApplications, {})).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      meta: { limit: 5 },
      retryAfterSeconds: 30,
    });
  });

  it.each([
    ['HTML of a proxy', () => fetched.mockResolvedValue(new Response('<html>', { status: 502 }))],
    ['a body of another shape', () => answer(502, ['x'])],
    ['null', () => fetched.mockResolvedValue(new Response('null', { status: 502 }))],
  ])('rejects without a code when the response is %s', async (_, prepare) => {
    prepare();
    await expect(call(listApplications, {})).rejects.toMatchObject({
      status: 502,
      code: undefined,
      meta: {},
    });
  });

  it('rejects with status 0 when there is no response', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call(listApplications, {})).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  });

  it.each([
    ['a call with a result', () => call(listApplications, {})],
    [
      'a call without one',
      () => call(setPassword, { params: { requestId: 'r' }, body: newPassword }),
    ],
  ])('a 200 that is not JSON, as of a captive portal, is no answer to %s', async (_, calling) => {
    const reached = vi.fn();
    watchReach(reached);
    fetched.mockResolvedValue(new Response('<html>', { status: 200 }));
    await expect(calling()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
    expect(reached).toHaveBeenCalledExactlyOnceWith(false, expect.anything());
  });

  it('an aborted call is not a network failure', async () => {
    const reason = new DOMException('given up', 'AbortError');
    fetched.mockRejectedValue(reason);
    await expect(call(listApplications, { signal: AbortSignal.abort() })).rejects.toBe(reason);
  });

  it.each([401, 403] as const)('%i of a call that needs login is reported', async (status) => {
    answer(status, { error_code: 'UNAUTHORIZED' });
    const body = property;
    await expect(call(createProperty, { params: { appId: 'a' }, body })).rejects.toThrow();
    expect(refused).toHaveBeenCalledExactlyOnceWith(status);
  });

  it.each([401, 403, 404])(
    '%i of a call without login is reported to its form alone',
    async (status) => {
      answer(status, {});
      const body = { value: '', confirmation: '' };
      await expect(call(setPassword, { params: { requestId: 'r' }, body })).rejects.toThrow();
      await expect(
        call(createSession, { body: { grant_type: '', username: '', password: '' } }),
      ).rejects.toThrow();
      expect(refused).not.toHaveBeenCalled();
    },
  );

  describe('CON-02: the end of a session', () => {
    it('aborts its calls together with their requests', async () => {
      fetched.mockImplementation(
        (_, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          }),
      );
      const asked = call(listApplications, {});
      session.abort();
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    });

    it('rejects its calls, whatever arrives afterwards', async () => {
      for (const status of [200, 401]) {
        session = new AbortController();
        answer(status, []);
        const asked = call(listApplications, {});
        session.abort();
        await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
      }
      expect(refused).not.toHaveBeenCalled();
    });

    it('is not reached by a 401 for a token that was renewed in the meantime', async () => {
      answer(401);
      const asked = call(listApplications, {});
      accessToken = 'renewed';
      await expect(asked).rejects.toMatchObject({ status: 401 });
      expect(refused).not.toHaveBeenCalled();
    });

    it('does not affect calls without login', async () => {
      session.abort();
      answer(200, { access_token: 'new' });
      const body = { grant_type: 'password', username: 'ana@example.com', password: 'abc123' };
      await expect(call(createSession, { body })).resolves.toMatchObject({ access_token: 'new' });
    });
  });

  it('SPEC-12: a 404 of a call without a login has no code, because nothing was deleted', async () => {
    const body = { value: 'abc123', confirmation: 'abc123' };
    answer(404, { error_code: 'NOT_FOUND' });
    await expect(call(setPassword, { params: { requestId: 'r' }, body })).rejects.toMatchObject({
      status: 404,
      code: undefined,
    });
    answer(404, { error_code: 'NOT_FOUND' });
    const params = { appId: 'a', id: 'p' };
    await expect(call(updateProperty, { params, body: property })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
