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

/** The body of a call: with the sender's clock, by which the service mends times. */
export function bodyOf(events: readonly ReportedEvent[]): string {
  return JSON.stringify({ sentAt: new Date().toISOString(), events });
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
