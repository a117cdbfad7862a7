import { ReadStream } from 'node:fs';
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Shorter responses fit into one or two packets without compression. */
const MIN_BYTES = 1_024;
/** The Vary header of responses that may be compressed. */
export const VARIES_BY_ENCODING = 'Accept-Encoding';
/** For responses that are compressed on the fly. A higher quality takes many times as long and saves a few percent. */
const BROTLI_QUALITY = 4;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

interface Encoding {
  whole(body: string | Uint8Array): Promise<Buffer>;
  /** For a streamed body. */
  stream(): Transform;
}

const ENCODINGS: Readonly<Record<'br' | 'gzip', Encoding>> = {
  br: {
    whole: (body) => promisify(brotliCompress)(body, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (body) => promisify(gzip)(body), stream: () => createGzip() },
};

/**
 * Compresses JSON responses of more than 1 KiB for clients that accept it, in Node's thread pool. ETags stay the same,
 * because they identify the content and not its encoding. Files and event streams are not compressed.
 */
export function compressAnswers(http: FastifyInstance): void {
  // biome-ignore lint/complexity/useMaxParams: Fastify calls it.
  http.addHook('onSend', (request, reply, payload, done) => {
    if (!isLong(payload) && !isInPieces(payload)) return done(null, payload);
    if (!isPlainJson(reply)) return done(null, payload);
    addVary(reply);
    const asked = request.headers['accept-encoding'];
    const encoding = asked === undefined ? null : negotiator.negotiate(asked, ['br', 'gzip']);
    if (encoding !== 'br' && encoding !== 'gzip') return done(null, payload);
    const send = (compressed: Buffer | Transform) => {
      reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, compressed);
    };
    const { whole, stream } = ENCODINGS[encoding];
    if (isInPieces(payload)) send(through(payload, stream()));
    else whole(payload).then(send, done);
  });
}

/** Whether the payload is long enough to be compressed. */
export function isLong(payload: unknown): payload is string | Uint8Array {
  return (
    (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > MIN_BYTES
  );
}

/** A streamed response is always long. Streams of files are excluded: they are sent as they are. */
function isInPieces(payload: unknown): payload is Readable {
  return payload instanceof Readable && !(payload instanceof ReadStream);
}

/** Connects the streams so that an error in either destroys both. */
function through(source: Readable, encoder: Transform): Transform {
  return pipeline(source, encoder, () => {});
}

function isPlainJson(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return type.startsWith('application/json') && !reply.hasHeader('content-encoding');
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (
    String(vary ?? '')
      .toLowerCase()
      .includes('accept-encoding')
  )
    return;
  reply.header(
    'vary',
    vary === undefined ? VARIES_BY_ENCODING : `${String(vary)}, ${VARIES_BY_ENCODING}`,
  );
}
