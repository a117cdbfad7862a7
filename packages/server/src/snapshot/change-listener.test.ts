import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { takePulse } from '../platform/base/pulse.ts';
import { listenForChanges } from './change-listener.ts';

const AUTHENTICATED = message('R', '\0\0\0\0');
const READY = message('Z', 'I');
const LISTENING = message('C', 'LISTEN\0');
const REFUSED = message('E', 'SERROR\0C0A000\0Mcannot execute LISTEN during recovery\0\0');

/** A message of PostgreSQL's protocol. */
function message(letter: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)]);
}

it('a connection whose LISTEN is refused is ended, and one other listens in its place', async () => {
  const sockets = new Set<Socket>();
  const answers = [REFUSED, LISTENING];
  // It answers like a standby that is promoted between the two attempts.
  const database = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', ([letter]) => {
      if (letter === 'X'.charCodeAt(0)) return;
      const isQuery = letter === 'Q'.charCodeAt(0);
      socket.write(Buffer.concat([(isQuery && answers.shift()) || AUTHENTICATED, READY]));
    });
  });
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo; // It listens on a port.

  const connected = Promise.withResolvers<void>();
  const pulse = takePulse();
  const url = () => `postgres://service@127.0.0.1:${port}/comporta`;
  const listener = listenForChanges(
    { url, pulse },
    { onChange: () => {}, onConnected: connected.resolve },
  );
  await connected.promise;
  expect(pulse.away()).toBeUndefined();
  expect(sockets.size).toBe(1);
  await listener.close();
  pulse.close();
  await expect.poll(() => sockets.size).toBe(0);
  expect(answers).toEqual([]);
  database.close();
});
