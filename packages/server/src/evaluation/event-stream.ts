import type { FastifyReply } from 'fastify';
import { stateIdOf } from '../snapshot/lists/used-lists.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { CachedEnvironment } from '../snapshot/snapshots.ts';

const HEARTBEAT_MS = 20_000;
/** A client this far behind is disconnected: it reconnects and catches up. Others do not wait for it. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

interface EventStream {
  readonly reply: FastifyReply;
  readonly environment: CachedEnvironment;
  /** Whether the key and origin that opened the stream would still open it. */
  readonly staysOpen: (snapshot: LoadedSnapshot) => boolean;
  /** The event about the snapshot of now, for a client that was told of this one before. */
  readonly eventSince: (told: LoadedSnapshot) => string;
  /** Called on each heartbeat: the key is in use although the client sends no requests. */
  readonly onHeartbeat: () => void;
  /** Asked with each heartbeat, for a key that no snapshot tells of: the stream ends when it answers false. */
  readonly stillMay?: (() => Promise<boolean>) | undefined;
  readonly stopping: AbortSignal;
  /** Counts the stream, or rejects with RATE_LIMITED. Returns a function that releases its place. */
  readonly takePlace: () => () => void;
}

/**
 * Writes one server-sent event for each new snapshot of an environment, until the client disconnects, the environment
 * or the key is deleted, or the process stops. Rejects with RATE_LIMITED when the environment has too many streams.
 * Returns a function that writes to this client alone.
 */
export function openEventStream(options: EventStream) {
  const { reply, environment, staysOpen, eventSince, stopping, takePlace } = options;
  const stream = reply.raw;
  // A client that disconnected during authentication emits no further `close` event, which would release the stream.
  if (stream.destroyed) {
    reply.hijack();
    return () => {};
  }
  const giveBack = takePlace();
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
    if (stream.writableEnded) return;
    if (stream.writableLength > UNREAD_LIMIT_BYTES) stream.destroy();
    else stream.write(text);
  };
  const end = () => {
    stream.end();
    // A client that does not read would keep its place among the streams.
    if (stream.writableLength > 0) stream.destroy();
  };

  let told = environment.snapshot;
  const unwatch = environment.watch((snapshot) => {
    if (snapshot === undefined || !staysOpen(snapshot)) return end();
    // Only another key ended: there is nothing new to tell, of toggles or of lists.
    if (snapshot.sent === told.sent && snapshot.lists === told.lists) return;
    const event = eventSince(told);
    told = snapshot;
    if (event !== '') write(event);
  });
  const beat = beatOf(options, end);
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    beat();
  }, HEARTBEAT_MS);
  stopping.addEventListener('abort', end);
  stream.on('close', () => {
    giveBack();
    unwatch();
    clearInterval(heartbeat);
    stopping.removeEventListener('abort', end);
  });
  // A browser sends this id back when it reconnects, even if it never received a change.
  write(`id: ${stateIdOf(environment.snapshot)}\nretry: ${reconnectMs()}\n\n`);
  return write;
}

/** What a heartbeat does besides. A question that waits for an unavailable database is not asked a second time. */
function beatOf({ onHeartbeat, stillMay }: EventStream, end: () => void): () => void {
  let isAsking = false;
  return () => {
    onHeartbeat();
    if (stillMay === undefined || isAsking) return;
    isAsking = true;
    void stillMay().then((may) => {
      isAsking = false;
      if (!may) end();
    });
  };
}

/** From 0.5 to 4 seconds, so that the clients of a node that stopped do not all reconnect at once. */
function reconnectMs(): number {
  return 500 + Math.floor(Math.random() * 3_500);
}
