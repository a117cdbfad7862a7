import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends bytes that no HTTP client would; resolves with undefined when the connection closes without a response. */
export async function sendRaw(url: string, request: string): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {}); // The connection was closed while we were still writing.
  socket.end(request, 'latin1');
  const answer = await text(socket).catch(() => '');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  return status === undefined ? undefined : { status: Number(status), body };
}

const get = (target: string, ...lines: readonly string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n');
const post = (...lines: readonly string[]) =>
  ['POST /api/toggles HTTP/1.1', 'Host: x', 'Connection: close', ...lines].join('\r\n');

/** Requests that are hardly HTTP, or whose target is not a valid URL. */
export const RAW_REQUESTS: readonly string[] = [
  ...['nonsense\r\n\r\n', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0016\u0003\u0001\r\n\r\n'],
  ...[
    '*',
    '//',
    '///api/apps',
    'http://evil.example.com/api/apps',
    '/api/apps/\u0000',
    '/%',
    '/%zz',
  ],
  ...['/api/toggles?%', '/api/toggles?__proto__=1', `/api/toggles?${'a=1&'.repeat(2_000)}`],
  ...[
    '/api/apps/%ed%a0%80',
    `/api/apps/${'x'.repeat(10_000)}`,
    '/api/../../etc/passwd',
    '/\\..\\x',
  ],
].map((part) => (part.includes('\r\n') ? part : get(part)));

/** Headers and bodies that contradict each other, or the protocol. */
export const RAW_MESSAGES: readonly string[] = [
  get('/api/apps', `X: ${'x'.repeat(20_000)}`),
  get('/api/apps', 'X\u0000: y'),
  get('/api/apps', 'Content-Length: 5'),
  get('/api/apps', 'Transfer-Encoding: chunked'),
  post('Content-Type: application/json', 'Content-Length: 50', '', '{"uid":'),
  post('Content-Type: application/json', 'Content-Length: -1', '', '{}'),
  post('Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3', '', '{}'),
  post('Content-Type: application/json', 'Transfer-Encoding: chunked', '', 'zz\r\n{}\r\n0\r\n\r\n'),
  post('Content-Type: application/json', 'Transfer-Encoding: x', 'Content-Length: 2', '', '{}'),
  post('Content-Type: application/json', 'Content-Length: 8', '', '{"a":"\u00ff"'),
  post('Expect: 200-maybe', 'Content-Length: 2', '', '{}'),
  post('Upgrade: websocket', 'Connection: Upgrade', 'Content-Length: 2', '', '{}'),
  ...['PROPFIND', 'TRACE', 'CONNECT', 'PATCH', 'HEAD', 'OPTIONS', 'get'].map((method) =>
    get('/api/apps').replace('GET', method),
  ),
];
