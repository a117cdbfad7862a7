import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';

/** The startup parameters that pgbouncer accepts from a client; it refuses all others. */
const ACCEPTED =
  /^(user|database|client_encoding|datestyle|timezone|standard_conforming_strings|application_name)$/i;
const SSL_REQUEST = 80_877_103;

interface SmallPooler {
  readonly port: number;
  readonly poolSize: number;
  readonly mode: 'transaction' | 'statement';
}

/**
 * A minimal pooler in transaction mode: a client holds a database connection from the first message of a
 * transaction to the ReadyForQuery that ends it, and settings stay on that connection.
 */
export async function openSmallPooler(
  url: string,
  { port, poolSize, mode }: SmallPooler,
): Promise<() => Promise<void>> {
  const all = await Promise.all(Array.from({ length: poolSize }, () => openServer(url)));
  const free = [...all];
  const waiting: ((server: Socket) => void)[] = [];
  const clients = new Set<Socket>();

  function giveBack(server: Socket): void {
    const next = waiting.shift();
    if (next === undefined) free.push(server);
    else next(server);
  }

  function take(): Promise<Socket> {
    const server = free.pop();
    return server === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(server);
  }

  async function serve(client: Socket): Promise<void> {
    clients.add(client);
    client.on('error', () => {}).on('close', () => clients.delete(client));
    const messages = readMessages(client);
    if (!(await welcome(client, messages))) return;
    for await (const first of messages) {
      if (first[0] === code('X')) break;
      if (mode === 'statement' && /^Q.{4}begin/s.test(first.toString('latin1'))) {
        const refusal = 'transaction blocks not allowed in statement pooling mode';
        client.write(message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${refusal}\0\0`)));
        break;
      }
      const server = await take();
      await passOn(client, server, { first, messages });
      giveBack(server);
    }
    client.end();
  }

  // An answer is several messages: the second of them would wait for the client to have acknowledged the first, 40 ms.
  const listener = createServer({ noDelay: true }, (client) => {
    serve(client).catch(() => client.destroy());
  });
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  return async () => {
    for (const client of clients) client.destroy();
    listener.close();
    for (const server of all) server.destroy();
  };
}

/** The driver only logs in; after that the pooler reads and writes the socket itself. */
async function openServer(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { connection } = client as unknown as { connection: { stream: Socket } }; // Not in the driver's types.
  const { stream } = connection;
  stream.removeAllListeners('data');
  return stream;
}

/** Answers the startup message of a client; resolves with false when the client was refused. */
async function welcome(
  client: Socket,
  messages: AsyncIterator<Buffer, undefined>,
): Promise<boolean> {
  let { value } = await messages.next();
  if (value?.readInt32BE(4) === SSL_REQUEST) {
    client.write('N');
    ({ value } = await messages.next());
  }
  if (value === undefined) return false;
  const names = value
    .subarray(8)
    .toString()
    .split('\0')
    .filter((_, index) => index % 2 === 0);
  const refused = names.find((name) => name !== '' && !ACCEPTED.test(name));
  if (refused !== undefined) {
    const text = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`;
    client.end(message('E', Buffer.from(text)));
    return false;
  }
  const key = Buffer.alloc(8);
  key.writeInt32BE(randomInt(2 ** 30, 2 ** 31 - 1)); // No process of this machine has such an id.
  client.write(message('R', Buffer.alloc(4)));
  client.write(message('K', key));
  client.write(message('Z', Buffer.from('I')));
  return true;
}

interface Transaction {
  readonly first: Buffer;
  readonly messages: AsyncIterator<Buffer, undefined>;
}

/** Forwards messages both ways until the database reports that no transaction is open. */
async function passOn(
  client: Socket,
  server: Socket,
  { first, messages }: Transaction,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const answers = splitter((answer) => {
    client.write(answer);
    if (answer[0] === code('Z') && answer[5] === code('I')) ended.resolve();
    else if (answer[0] === code('Z')) void carryOn();
  });
  const hearing = (bytes: Buffer) => answers(bytes);
  /** Forwards the messages up to the one that asks for a response. */
  async function carryOn(): Promise<void> {
    for (;;) {
      const { value } = await messages.next();
      if (value === undefined || value[0] === code('X')) {
        // The client disconnected in the middle of a transaction.
        server.write(message('Q', Buffer.from('rollback\0')));
        return;
      }
      server.write(value);
      if (asks(value)) return;
    }
  }
  server.on('data', hearing);
  server.write(first);
  if (!asks(first)) await carryOn();
  await ended.promise;
  server.off('data', hearing);
}

/** Whether the database answers the message with a ReadyForQuery: it does so for Query and Sync. */
function asks(bytes: Buffer): boolean {
  return bytes[0] === code('Q') || bytes[0] === code('S');
}

/** The messages of a client. A startup message has no leading type byte; every later message has one. */
async function* readMessages(client: Socket): AsyncGenerator<Buffer, undefined> {
  let rest = Buffer.alloc(0);
  let started = false;
  for await (const bytes of client) {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) break;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) break;
      const whole = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (!started && whole.readInt32BE(4) !== SSL_REQUEST) started = true;
      yield whole;
    }
  }
  return undefined;
}

function splitter(hear: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      hear(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}
