import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Thrown {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The unit that the body repeats, and its content-length in bytes. Absent: no body. */
  readonly body?: {
    readonly unit: string;
    readonly bytes: number;
    /** After how many bytes it stops and waits for the response. Absent: at the end. */
    readonly sendsAtMost?: number;
  };
}

export interface Answered {
  readonly status: number;
  /** How many bytes of the body were handed to the network before the response began. */
  readonly sentBytes: number;
  readonly text: string;
}

const PIECE_BYTES = 64 * 1024;
/** The timeout after which a service that sends nothing counts as stopped. */
const PATIENCE_MS = 20_000;

const TRIES = 3;

/**
 * Sends a request, and stops writing when the response begins. A connection that is reset while we write can
 * lose a response that was already sent (RFC 9112, 9.6); then the request is sent again.
 */
export async function throwRequest(url: string, thrown: Thrown): Promise<Answered> {
  let answered = await throwOnce(url, thrown);
  for (let tries = 1; tries < TRIES && answered.text === ''; tries += 1) {
    answered = await throwOnce(url, thrown);
  }
  return answered;
}

async function throwOnce(url: string, thrown: Thrown): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = readAnswer(socket, thrown.method);
  await once(socket, 'connect');
  socket.write(headOf(thrown));
  const sentBytes = await sendBody(socket, thrown, answer.hasBegun);
  const text = await answer.whole;
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), sentBytes, text };
}

function headOf({ method, path, headers = {}, body }: Thrown): string {
  const length = body === undefined ? {} : { 'content-length': String(body.bytes) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length });
  return `${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
}

async function sendBody(
  socket: Socket,
  { body }: Thrown,
  hasBegun: () => boolean,
): Promise<number> {
  if (body === undefined) return 0;
  const piece = Buffer.from(body.unit.repeat(Math.ceil(PIECE_BYTES / body.unit.length)));
  // A request that is refused because of its head is answered before any of the body is sent.
  await new Promise((resolve) => setImmediate(resolve));
  let sent = 0;
  const atMost = Math.min(body.bytes, body.sendsAtMost ?? body.bytes);
  while (sent < atMost && !hasBegun() && socket.writable) {
    const part = piece.subarray(0, Math.min(piece.length, atMost - sent));
    sent += part.length;
    if (!socket.write(part)) await anythingOf(socket);
  }
  return sent;
}

/** Resolves when the socket accepts more bytes, a response begins or the connection ends. */
function anythingOf(socket: Socket): Promise<void> {
  const names = ['drain', 'data', 'close', 'error'];
  return new Promise((resolve) => {
    const done = () => {
      for (const name of names) socket.off(name, done);
      resolve();
    };
    for (const name of names) socket.on(name, done);
  });
}

/** Reads the first response, or the part of it that has arrived when the connection ends. */
function readAnswer(socket: Socket, method: string) {
  let text = '';
  const whole = new Promise<string>((resolve) => {
    const isWhole = () => {
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return false;
      if (method === 'HEAD') return true;
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
      return length === undefined || text.length >= end + 4 + Number(length);
    };
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (isWhole()) resolve(text);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text)); // The connection was reset while we were still writing.
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  });
  return { whole, hasBegun: () => text !== '' };
}
