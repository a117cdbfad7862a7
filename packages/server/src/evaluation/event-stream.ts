import type { FastifyReply } from 'fastify';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { CachedEnvironment } from '../snapshot/snapshots.ts';
import type { StreamLimit } from './stream-limit.ts';

const HEARTBEAT_MS = 20_000;
/** A reader this far behind is dropped: it reconnects and catches up, others do not wait for it. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

interface EventStream {
  readonly reply: FastifyReply;
  readonly environment: CachedEnvironment;
  /** Whether what opened the stream still would. */
  readonly staysOpen: (snapshot: LoadedSnapshot) => boolean;
  readonly eventOf: (snapshot: LoadedSnapshot) => string;
  /** Called while the client is still there: it is in use although it asks for nothing. */
  readonly onHeartbeat: () => void;
  readonly stopping: AbortSignal;
  readonly limit: StreamLimit;
}

/**
 * Writes one server-sent event for each new snapshot of an environment, until the client leaves, the
 * environment or the key that opened it is gone, or the process stops. Refused when the environment has as many as it may
 * have. Returns how to write to this client alone.
 */
export function openEventStream(options: EventStream) {
  const { reply, environment, staysOpen, eventOf, onHeartbeat, stopping, limit } = options;
  const stream = reply.raw;
  // Whoever left while it was found out what the key opens does not leave once more.
  if (stream.destroyed) {
    reply.hijack();
    return () => {};
  }
  const giveBack = limit.take(environment.id);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) stream.setHeader(name, value);
  }
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const write = (text: string): void => {
    if (stream.writableLength > UNREAD_LIMIT_BYTES) stream.destroy();
    else stream.write(text);
  };
  const end = () => stream.end();

  const unwatch = environment.watch((snapshot) => {
    if (snapshot === undefined || !staysOpen(snapshot)) end();
    else write(eventOf(snapshot));
  });
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    onHeartbeat();
  }, HEARTBEAT_MS);
  stopping.addEventListener('abort', end);
  stream.on('close', () => {
    giveBack();
    unwatch();
    clearInterval(heartbeat);
    stopping.removeEventListener('abort', end);
  });
  // The id is what a browser that reconnects sends back, even when it never heard of a change.
  write(`id: ${environment.snapshot.head.revision}\nretry: ${reconnectMs()}\n\n`);
  return write;
}

/** Spread over some seconds, so that the streams of a node that stopped do not all come back at once. */
function reconnectMs(): number {
  return 500 + Math.floor(Math.random() * 3_500);
}
