import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { proxiesOf } from './proxies.ts';
import { shareConnections } from './share-connections.ts';

const COMPANY = '127.0.0.2';
const NEWCOMER = '127.0.0.3';
const PROXY = '127.0.0.4';

const server = createServer((_request, response) => response.end('here'));
let lines: Record<string, unknown>[] = [];
let open: Socket[] = [];

const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) });
shareConnections(server, 16, { proxies: proxiesOf([PROXY]), log });

beforeEach(async () => {
  lines = [];
  open = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** Whether a further connection of this address is answered; it then stays open. */
async function isAccepted(localAddress: string): Promise<boolean> {
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => {}); // A connection that is closed at once may be reset.
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const answered = once(socket, 'data').then(() => true);
  const closed = new Promise<false>((resolve) => socket.once('close', () => resolve(false)));
  if (!(await Promise.race([answered, closed]))) return false;
  open.push(socket);
  return true;
}

async function acceptedOf(localAddress: string, count: number): Promise<number> {
  let accepted = 0;
  for (let n = 0; n < count; n += 1) accepted += (await isAccepted(localAddress)) ? 1 : 0;
  return accepted;
}

it('FAIR-10: one network holds at most three times the connections that are free; a newcomer finds some', async () => {
  expect(await acceptedOf(COMPANY, 20)).toBe(12);
  expect(lines).toMatchObject([{ level: 'warn', network: COMPANY, held: 12 }]);
  expect(await acceptedOf(NEWCOMER, 20)).toBe(3);
  expect(await isAccepted(COMPANY)).toBe(false);
});

it('FAIR-10: what a network closes is free again', async () => {
  expect(await acceptedOf(COMPANY, 13)).toBe(12);
  open.splice(0, 6).forEach((socket) => void socket.destroy());
  await expect.poll(() => isAccepted(COMPANY)).toBe(true);
});

it('FAIR-10: a proxy that TRUST_PROXY names has them all', async () => {
  expect(await acceptedOf(PROXY, 20)).toBe(16);
  expect(lines).toEqual([]);
});
