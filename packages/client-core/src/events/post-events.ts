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
  | { readonly outcome: 'AWAY'; readonly message: string; readonly retryAfterMs: number };

export type PostEvents = (events: readonly ReportedEvent[], signal: AbortSignal) => Promise<Posted>;

export const EVENTS_PATH = 'api/events';

/** The body of a call, and what is said of it. */
export interface EventBody {
  readonly body: string | ArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A shorter body saves less than it costs to compress it. */
const PACKED_FROM_CHARS = 1_024;

/** Compressed where that saves something and the platform can do it. Source: RES-20. */
export async function packedBody(events: readonly ReportedEvent[]): Promise<EventBody> {
  const { body, headers } = plainBody(events);
  if (body.length < PACKED_FROM_CHARS || typeof CompressionStream === 'undefined') {
    return { body, headers };
  }
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return {
    body: await new Response(packed).arrayBuffer(),
    headers: { ...headers, 'content-encoding': 'gzip' },
  };
}

/** The same at once, for whoever may be gone the next moment. It has the sender's clock, by which the service mends times. */
export function plainBody(events: readonly ReportedEvent[]) {
  return {
    body: JSON.stringify({ sentAt: new Date().toISOString(), events }),
    headers: { 'content-type': 'application/json' },
  };
}

/** What an answer says of the events. `json` is asked for only when they were taken. */
export async function postedOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: () => Promise<unknown>,
): Promise<Posted> {
  const message = `POST ${EVENTS_PATH} answered ${status}`;
  if (status === 200) return { outcome: 'TAKEN', rejected: rejectedIn(await json()) };
  if (status === 413) return { outcome: 'TOO_LARGE' };
  if (status === 401 || status === 403) return { outcome: 'REFUSED', message };
  const retryAfterMs = (Number(headers.get('retry-after')) || 0) * 1_000;
  return { outcome: 'AWAY', message, retryAfterMs };
}

function rejectedIn(answer: unknown): readonly { readonly code: string }[] {
  const { rejected } = Object(answer);
  if (!Array.isArray(rejected)) return [];
  return rejected.map((one) => ({ code: String(Object(one).code) }));
}
