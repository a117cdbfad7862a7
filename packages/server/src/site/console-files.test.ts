import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { handleErrors } from '../platform/http/error-handler.ts';
import { serveConsole } from './console-files.ts';
import { CONSOLE_RULES, servePages } from './pages.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-console-'));
const PAGE = '<!doctype html><div id="root"></div>';
const SCRIPT = 'console.log("of the console")';

let http: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'assets/index-Abc123.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets/index-Abc123.js.gz'), gzipSync(SCRIPT));
  http = await serverOf(folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

async function serverOf(consoleFolder: string): Promise<FastifyInstance> {
  const log = createLog('info', { write: (line) => lines.push(line) });
  const server = fastify({ loggerInstance: log });
  handleErrors(server);
  await servePages(server, CONSOLE_RULES, (pages) => serveConsole(pages, consoleFolder));
  return server;
}

function visit(url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) {
  return http.inject({ method: 'GET', url, headers });
}

describe('the console', () => {
  it.each(['/', '/login', '/applications/1/toggles?sort=name', '/password/secret', '/apidocs'])(
    'opens at %s, and must be revalidated each time',
    async (url) => {
      const { statusCode, payload, headers } = await visit(url);
      expect({ statusCode, payload }).toEqual({ statusCode: 200, payload: PAGE });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    ['GET', '*/*'],
    ['GET', undefined],
    ['GET', 'application/xhtml+xml, text/*;q=0.9'],
    ['HEAD', 'text/html'],
    ['HEAD', '*/*'],
    ['HEAD', undefined],
  ] as const)(
    'OPS-16 CDW-39: responds to a monitor that sends %s with Accept %s',
    async (method, accept) => {
      for (const url of ['/', '/login', '/applications/1/toggles?sort=name']) {
        const answer = await http.inject({
          method,
          url,
          headers: accept === undefined ? {} : { accept },
        });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(answer.payload).toBe(method === 'HEAD' ? '' : PAGE);
      }
    },
  );

  it.each([
    '/api/unknown',
    '/oauth/unknown',
    '/ofrep/unknown',
    '/assets/unknown',
    '/livez/unknown',
  ])('OPS-16: is not served at %s, for GET and HEAD', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await http.inject({ method, url, headers: { accept: '*/*' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('SEC-13: allows no foreign scripts, and cannot be shown in a frame', async () => {
    const { headers } = await visit('/login');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|upgrade-insecure-requests/);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('files with a hash in their name are cached forever, others are revalidated', async () => {
    const asset = await visit('/assets/index-Abc123.js', { accept: '*/*' });
    expect(asset.payload).toBe(SCRIPT);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await visit('/icon.svg', { accept: 'image/*' });
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
  });

  it('PERF-01 PERF-02: files have the security headers for files, but not those for pages', async () => {
    const { headers } = await visit('/assets/index-Abc123.js', { accept: '*/*' });
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('content-security-policy');
    expect(JSON.stringify(headers).length).toBeLessThan(500);
    const missing = await visit('/assets/gone-Abc123.js', { accept: '*/*' });
    expect(missing.headers).toHaveProperty('content-security-policy');
  });

  it('is sent in the form that the build has compressed', async () => {
    const { headers, rawPayload } = await visit('/assets/index-Abc123.js', {
      'accept-encoding': 'gzip',
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(rawPayload).toEqual(gzipSync(SCRIPT));
  });

  it.each([
    ['/api/unknown', { accept: 'text/html' }],
    ['/oauth', { accept: 'text/html' }],
    ['/ofrep/v1/unknown', { accept: 'text/html' }],
    ['/metrics', { accept: 'text/html' }],
    ['/packages', { accept: 'text/html' }],
    ['/packages/@comporta/web', { accept: 'text/html' }],
    ['/assets/gone-Abc123.js', { accept: '*/*' }],
    ['/login', { accept: 'application/json' }],
    ['/../../package.json', { accept: '*/*' }],
    ['/%2e%2e/%2e%2e/package.json', { accept: '*/*' }],
  ])('NOT_FOUND: %s requested with %j is not a page', async (url, headers) => {
    const { statusCode, payload } = await visit(url, headers);
    expect(statusCode).toBe(404);
    expect(payload).not.toContain(PAGE);
  });

  it.each([
    '/assets/../x',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/x%00.js',
    '/assets/..%5c..',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])('SEC-12: NOT_FOUND: %s, and nothing above level info is logged', async (address) => {
    await http.listen({ host: '127.0.0.1', port: 0 }).catch(() => {}); // Once is enough.
    const { port } = http.server.address() as AddressInfo; // It listens on a port.
    lines.length = 0;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"error_code":"NOT_FOUND"');
    expect(lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
  });

  it('returns 503 with a hint when it was not built', async () => {
    const bare = await serverOf(path.join(folder, 'nowhere'));
    const { statusCode, payload } = await bare.inject({
      url: '/',
      headers: { accept: 'text/html' },
    });
    expect({ statusCode, payload }).toEqual({
      statusCode: 503,
      payload: 'The console is not built: npm run build\n',
    });
    await bare.close();
  });
});
