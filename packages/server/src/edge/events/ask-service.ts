import { reportEvents } from '@comporta/contract/events/event-api';

/** What the service answered; undefined when it did not, in time. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** How long the whole answer may take. */
  readonly withinMs: number;
  readonly closing?: AbortSignal;
}

export type AskService = (asking: Asking) => Promise<Answer | undefined>;

/** Sends calls of `POST /api/events` to a service. */
export function askServiceAt(upstream: string): AskService {
  const address = new URL(reportEvents.path.slice(1), `${upstream.replace(/\/$/, '')}/`);
  return async ({ headers, body, withinMs, closing }) => {
    const late = AbortSignal.timeout(withinMs);
    const signal = closing === undefined ? late : AbortSignal.any([late, closing]);
    const request = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    try {
      const answer = await fetch(address, request);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch {
      return undefined;
    }
  };
}

const AWAY = [502, 503, 504, 507];

/**
 * Whether the service cannot take events now, whoever sends them. Another 429 is about the sender, and 500 about what it
 * sent. A service of 0.2.0 does not name the limit. Source: RES-32.
 */
export function isAway(answer: Answer | undefined): boolean {
  if (answer === undefined || AWAY.includes(answer.status)) return true;
  if (answer.status !== 429) return false;
  const limit = limitIn(answer.text);
  return limit === undefined || limit === 'EVENTS';
}

function limitIn(text: string): unknown {
  try {
    return Object(Object(JSON.parse(text)).meta_data).limit;
  } catch {
    return undefined;
  }
}
