import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerFirst } from './answer-first.ts';

const http = fastify();
let port: number;
/** The bodies of requests that reached Fastify. */
const left: string[] = [];

beforeAll(async () => {
  http.post('/*', async (request) => {
    left.push(JSON.stringify(request.body));
    return { by: 'route' };
  });
  answerFirst(http, {
    questionOf: ({ url }) => (url === '/plain' ? url : undefined),
    answer(_question, body, response) {
      if (body.toString() === '{"broken":1}') throw new Error('a defect');
      if (body.toString() !== '{"plain":1}') return false;
      response.writeHead(200, { 'content-length': 5 }).end('first');
      return true;
    },
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = http.server.address() as AddressInfo); // It listens on a port.
});
afterAll(() => http.close());

function requestOf(path: string, body: string, connection = 'keep-alive'): string {
  const head = ['host: localhost', 'content-type: application/json', `connection: ${connection}`];
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return `${[`POST ${path} HTTP/1.1`, ...head, length].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a text, and `rest` after its head was read. Returns the response bodies until the server closes, and `left`. */
async function exchange(text: string, rest?: string) {
  left.length = 0;
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(text);
  if (rest !== undefined) {
    await once(http.server, 'request');
    socket.write(rest);
  }
  await once(socket, 'close');
  const answers = received.split('HTTP/1.1 200 OK').slice(1);
  return { bodies: answers.map((answer) => answer.split('\r\n\r\n')[1]), left: [...left] };
}

const PLAIN = '{"plain":1}';
const ROUTE = '{"by":"route"}';

it('a plain request is answered without Fastify', async () => {
  const { bodies, left } = await exchange(requestOf('/plain', PLAIN, 'close'));
  expect(bodies).toEqual(['first']);
  expect(left).toEqual([]);
});

it('a request that is not plain, or has no plain answer, reaches Fastify with its whole body', async () => {
  const other = await exchange(requestOf('/other', PLAIN, 'close'));
  expect(other).toEqual({ bodies: [ROUTE], left: [PLAIN] });
  const refused = await exchange(requestOf('/plain', '{"odd":1}', 'close'));
  expect(refused).toEqual({ bodies: [ROUTE], left: ['{"odd":1}'] });
});

it('a request for which `answer` throws is left to Fastify, too, and does not end the process', async () => {
  const broken = await exchange(requestOf('/plain', '{"broken":1}', 'close'));
  expect(broken).toEqual({ bodies: [ROUTE], left: ['{"broken":1}'] });
});

it('a body in several chunks reaches Fastify complete', async () => {
  const request = requestOf('/plain', PLAIN, 'close');
  const { bodies, left } = await exchange(request.slice(0, -4), request.slice(-4));
  expect(bodies).toEqual([ROUTE]);
  expect(left).toEqual([PLAIN]);
});

it('pipelined requests on one connection are answered in order', async () => {
  const all = [PLAIN, '{"odd":2}', PLAIN].map((body) => requestOf('/plain', body));
  const { bodies, left } = await exchange([...all, requestOf('/plain', PLAIN, 'close')].join(''));
  expect(bodies).toEqual(['first', ROUTE, 'first', 'first']);
  expect(left).toEqual(['{"odd":2}']);
});

it('a client that disconnects in the middle of a body leaves no connection open', async () => {
  const socket = connect(port, '127.0.0.1');
  const request = requestOf('/plain', PLAIN);
  await new Promise((resolve) => socket.write(request.slice(0, -PLAIN.length), resolve));
  socket.destroy();
  await once(socket, 'close');
  await expect.poll(() => connections()).toBe(0);
});

function connections(): Promise<number> {
  return new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)));
}
