import { type Posted, postedOf } from '@comporta/client-core/events/post-events';
import type { AskService } from './ask-service.ts';
import { isAway } from './ask-service.ts';
import { bodyNow, type EventCall } from './event-call.ts';

/** The service may need longer for what it had no time for at first. */
const ANSWER_MS = 15_000;
const NO_ANSWER: Posted = { outcome: 'AWAY', message: 'no answer', retryAfterMs: 0 };

export interface Delivered {
  readonly posted: Posted;
  /** Whether the service cannot take events now, whoever sends them. */
  readonly isAway: boolean;
  /** The places of the events that came too late. */
  readonly tooOld: readonly number[];
}

/** Sends some events of a call that has waited, with the key and the name of its sender. */
export async function deliverCall(
  ask: AskService,
  call: EventCall,
  { events, closing }: { readonly events: readonly unknown[]; readonly closing: AbortSignal },
): Promise<Delivered> {
  const headers = {
    authorization: `Bearer ${call.key}`,
    'content-type': 'application/json',
    ...(call.userAgent !== undefined && { 'user-agent': call.userAgent }),
  };
  const body = bodyNow(call, events);
  const answer = await ask({ headers, body, withinMs: ANSWER_MS, closing });
  if (answer === undefined) return { posted: NO_ANSWER, isAway: true, tooOld: [] };
  // A proxy may answer 200 with a page.
  const posted = await postedOf(answer, async () => JSON.parse(answer.text)).catch(() => NO_ANSWER);
  const tooOld = posted.outcome === 'TAKEN' ? tooOldIn(JSON.parse(answer.text)) : [];
  return { posted, isAway: posted === NO_ANSWER || isAway(answer), tooOld };
}

function tooOldIn(answer: unknown): number[] {
  const { rejected } = Object(answer);
  if (!Array.isArray(rejected)) return [];
  return rejected.map(Object).flatMap(({ index, code }) => (code === 'TOO_OLD' ? index : []));
}
