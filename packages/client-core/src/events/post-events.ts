import type { ReportedEvent } from './event.ts';

/** The result of sending a batch of events. */
export type Posted =
  /** The service has stored each event or refused it individually. */
  | { readonly outcome: 'TAKEN'; readonly rejected: readonly { readonly code: string }[] }
  /** The batch is too large for one call. */
  | { readonly outcome: 'TOO_LARGE' }
  /** The service rejected the key. */
  | { readonly outcome: 'REFUSED'; readonly message: string }
  /** The batch must be sent again, after `retryAfterMs` at the earliest. */
  | {
      readonly outcome: 'AWAY';
      readonly message: string;
      readonly retryAfterMs: number;
      /** Status of the response, if there was one. */
      readonly status?: number;
      /** Set when an event in the batch may be the reason. That is certain after more refusals in a row than this. */
      readonly patience?: number | undefined;
    };

export type PostEvents = (events: readonly ReportedEvent[], signal: AbortSignal) => Promise<Posted>;

export const EVENTS_PATH = 'api/events';

/** The body of a call, and the headers that describe it. */
export interface EventBody {
  readonly body: string | ArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a body, and resolves with the result for its events. Never rejects. */
export type PostBody = (body: EventBody, signal: AbortSignal) => Promise<Posted>;

const RETRY_AFTER_MOST_S = 3_600;

/**
 * Sends events compressed. When a compressed batch is refused, a proxy may be unable to read it or may have
 * decompressed it, so the batch is sent again uncompressed. Once that succeeds, all later ones are sent uncompressed.
 */
export function packing(post: PostBody): PostEvents {
  let isPlain = false;
  return async (events, signal) => {
    if (isPlain) return post(plainBody(events), signal);
    const body = await packedBody(events);
    const posted = await post(body, signal);
    const isRefused =
      posted.outcome === 'AWAY' &&
      posted.status !== 500 &&
      (posted.patience !== undefined || posted.status === 415);
    if (!isRefused || !('content-encoding' in body.headers)) return posted;
    const again = await post(plainBody(events), signal);
    isPlain = again.outcome === 'TAKEN';
    return again;
  };
}

/** Compressing a shorter body costs more than it saves. */
const PACKED_FROM_CHARS = 1_024;

/** Compresses the body when that saves something and the platform supports it. Source: RES-20. */
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

/** Uncompressed and synchronous, for a page that may be unloading. With `sentAt` the service corrects a wrong clock. */
export function plainBody(events: readonly ReportedEvent[]) {
  return {
    body: JSON.stringify({ sentAt: new Date().toISOString(), events }),
    headers: { 'content-type': 'application/json' },
  };
}

/** Statuses with which a proxy that inspects bodies may refuse one. */
const UNFIT = [400, 403, 422];
/**
 * Refusals to tolerate when they may not come from the service. A proxy may be broken for a minute, and a truncated
 * body is MALFORMED_REQUEST. Only the service answers INVALID_…, and it would refuse the same body again.
 */
const PATIENCE = 6;
/** The service may have stumbled over what stands beside these events; at the third time they are sent in halves. */
const PATIENCE_500 = 2;

/** Derives the result from a response. `json` reads its body, which may be that of a proxy. */
export async function postedOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: () => Promise<unknown>,
): Promise<Posted> {
  if (status === 200) return { outcome: 'TAKEN', rejected: rejectedIn(await json()) };
  if (status === 413) return { outcome: 'TOO_LARGE' };
  const { error_code: said } = Object(await json().catch(() => undefined));
  const code = typeof said === 'string' ? ` ${said}` : '';
  const message = `POST ${EVENTS_PATH} answered ${status}${code}`;
  // Without an error code the response is a proxy's, and may object to one event's contents; it is no verdict on the key.
  if (code && [401, 403].includes(status)) return { outcome: 'REFUSED', message };
  const patience = patienceWith(status, code);
  return { outcome: 'AWAY', message, retryAfterMs: retryAfterMsIn(headers), status, patience };
}

function patienceWith(status: number, code: string): number | undefined {
  if (code.startsWith(' INVALID_')) return 0;
  // Without a code it is the page of a proxy, whose service is away.
  if (status === 500) return code === '' ? undefined : PATIENCE_500;
  return UNFIT.includes(status) ? PATIENCE : undefined;
}

/** The wait that a response asks for; 0 if none. At most an hour: a wrong value must not stop a client for good. */
export function retryAfterMsIn(headers: Response['headers']): number {
  const seconds = Number(headers.get('retry-after')) || 0;
  return Math.min(Math.max(seconds, 0), RETRY_AFTER_MOST_S) * 1_000;
}

function rejectedIn(answer: unknown): readonly { readonly code: string }[] {
  const { rejected } = Object(answer);
  if (!Array.isArray(rejected)) return [];
  return rejected.map((one) => ({ code: String(Object(one).code) }));
}
