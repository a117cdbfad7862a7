import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Shorter ones fit into a packet or two anyway. */
const MIN_BYTES = 1_024;
/** What an answer that may be compressed depends on. */
export const VARIES_BY_ENCODING = 'Accept-Encoding';
/** Of what is made anew for each answer: higher takes many times as long for a few percent. */
const BROTLI_QUALITY = 4;

const ENCODINGS = {
  br: (body: string | Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (body: string | Uint8Array) => promisify(gzip)(body),
};

/**
 * Compresses JSON answers of more than a KiB for whoever asks for it, in a thread of Node's own. Tags stay
 * what they are: they name what is answered, however it is sent. Files and event streams are not touched.
 */
export function compressAnswers(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (!isLong(payload) || !isPlainJson(reply)) return done(null, payload);
    addVary(reply);
    const asked = request.headers['accept-encoding'];
    const encoding = asked === undefined ? null : negotiator.negotiate(asked, ['br', 'gzip']);
    if (encoding !== 'br' && encoding !== 'gzip') return done(null, payload);
    ENCODINGS[encoding](payload).then(
      (compressed) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, compressed);
      },
      (error: Error) => done(error),
    );
  });
}

/** Whether it is compressed for whoever asks for that. */
export function isLong(payload: unknown): payload is string | Uint8Array {
  return (
    (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > MIN_BYTES
  );
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
