import type { ReportedEvent } from './event.ts';

/** What became of some events that were sent. */
export type Posted =
  /** They are stored, or refused one by one. */
  | { readonly outcome: 'TAKEN'; readonly rejected: readonly { readonly code: string }[] }
  /** Too many, or too long, for one call. */
  | { readonly outcome: 'TOO_LARGE' }
  /** The key opens nothing. */
  | { readonly outcome: 'REFUSED'; readonly message: string }
  /** Not now: they are to be sent again, not before so many milliseconds. */
  | {
      readonly outcome: 'AWAY';
      readonly message: string;
      readonly retryAfterMs: number;
      /** What was answered, if anything was. */
      readonly status?: number;
      /** One of them may be why: it is certain when they are refused more often than this in a row. */
      readonly patience?: number | undefined;
    };

export type PostEvents = (events: readonly ReportedEvent[], signal: AbortSignal) => Promise<Posted>;

export const EVENTS_PATH = 'api/events';

/** The body of a call, and what is said of it. */
export interface EventBody {
  readonly body: string | ArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a body and says what became of its events. Never rejects. */
export type PostBody = (body: EventBody, signal: AbortSignal) => Promise<Posted>;

const RETRY_AFTER_MOST_S = 3_600;

/**
 * Sends events compressed. Where that is refused, somebody in between may not read it, or have unpacked it: from the first
 * time on that the same events are taken plain, all are sent so.
 */
export function packing(post: PostBody): PostEvents {
  let isPlain = false;
  return async (events, signal) => {
    if (isPlain) return post(plainBody(events), signal);
    const body = await packedBody(events);
    const posted = await post(body, signal);
    const isRefused =
      posted.outcome === 'AWAY' && (posted.patience !== undefined || posted.status === 415);
    if (!isRefused || !('content-encoding' in body.headers)) return posted;
    const again = await post(plainBody(events), signal);
    isPlain = again.outcome === 'TAKEN';
    return again;
  };
}

/** A shorter body saves less than it costs to compress it. */
const PACKED_FROM_CHARS = 1_024;

/** Compressed where that saves something and the platform can do it. Source: RES-20. */
export async function packedBody(events: readonly ReportedEvent[]): Promise<EventBody> {
  const plain = plainBody(events);
  if (plain.body.length < PACKED_FROM_CHARS || typeof CompressionStream === 'undefined') {
    return plain;
  }
  const packed = new Blob([plain.body]).stream().pipeThrough(new CompressionStream('gzip'));
  return {
    body: await new Response(packed).arrayBuffer(),
    headers: { ...plain.headers, 'content-encoding': 'gzip' },
  };
}

/** Not compressed and at once, for whoever may be gone the next moment. It has the sender's clock, by which the service mends times. */
export function plainBody(events: readonly ReportedEvent[]) {
  return {
    body: JSON.stringify({ sentAt: new Date().toISOString(), events }),
    headers: { 'content-type': 'application/json' },
  };
}

/** What may be said of a body, by whoever looks into it. */
const UNFIT = [400, 403, 422];
/**
 * The service says INVALID of the same body again. Somebody in between may be out of order for a minute, and a body that was
 * cut on its way is MALFORMED_REQUEST.
 */
const PATIENCE = 6;

/** What an answer says of the events. `json` is its body, which may be none of the service's. */
export async function postedOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: () => Promise<unknown>,
): Promise<Posted> {
  if (status === 200) return { outcome: 'TAKEN', rejected: rejectedIn(await json()) };
  if (status === 413) return { outcome: 'TOO_LARGE' };
  const { error_code: said } = Object(await json().catch(() => undefined));
  const code = typeof said === 'string' ? ` ${said}` : '';
  const message = `POST ${EVENTS_PATH} answered ${status}${code}`;
  // Of somebody in between neither is a word about the key: who looks into bodies may dislike what is in this one.
  if (code && [401, 403].includes(status)) return { outcome: 'REFUSED', message };
  const patience = code.startsWith(' INVALID_') ? 0 : UNFIT.includes(status) ? PATIENCE : undefined;
  return { outcome: 'AWAY', message, retryAfterMs: retryAfterMsIn(headers), status, patience };
}

/** What an answer asks to wait; 0 when it asks nothing. A wrong one must not silence anybody for good. */
export function retryAfterMsIn(headers: Response['headers']): number {
  const seconds = Number(headers.get('retry-after')) || 0;
  return Math.min(Math.max(seconds, 0), RETRY_AFTER_MOST_S) * 1_000;
}

function rejectedIn(answer: unknown): readonly { readonly code: string }[] {
  const { rejected } = Object(answer);
  if (!Array.isArray(rejected)) return [];
  return rejected.map((one) => ({ code: String(Object(one).code) }));
}
