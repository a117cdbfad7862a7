import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { HeldEnvironment } from '../snapshot/snapshots.ts';

const HEARTBEAT_MS = 20_000;
/** A reader this far behind is dropped: it reconnects and catches up, others do not wait for it. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

/** Writes one event for each new snapshot of an environment, until either side ends the stream. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  environment: HeldEnvironment,
  eventOf: (snapshot: LoadedSnapshot) => string,
): void {
  reply.hijack();
  const stream = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) stream.setHeader(name, value);
  }
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (stream.writableLength > UNREAD_LIMIT_BYTES) stream.destroy();
    else stream.write(text);
  };

  const unwatch = environment.watch((snapshot) => {
    if (snapshot === undefined) stream.end();
    else write(eventOf(snapshot));
  });
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  stream.on('close', () => {
    unwatch();
    clearInterval(heartbeat);
  });

  write('retry: 1000\n\n');
  const lastSeen = request.headers['last-event-id'];
  const { snapshot } = environment;
  if (lastSeen !== undefined && lastSeen !== String(snapshot.head.revision))
    write(eventOf(snapshot));
}

/** OFREP's notification that evaluating again may give other values. */
export function refetchEvent({ head }: LoadedSnapshot): string {
  const data = JSON.stringify({ type: 'refetchEvaluation', etag: tagOf(head.revision) });
  return `id: ${head.revision}\nevent: message\ndata: ${data}\n\n`;
}

function tagOf(revision: number): string {
  return `revision-${revision}`;
}

/** The revision that a client was told of, when it sends back what `refetchEvent` said. */
export function revisionOfTag(tag: string | undefined): number | undefined {
  const digits = /^"?revision-(\d{1,15})"?$/.exec(tag ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
