import { EVENT_STREAM_HEADER } from '@comporta/client-core/bulk-answer';
import { EVENTS_PATH, type PostBody, postedOf } from '@comporta/client-core/events/post-events';
import { type Answer, type Context, hasFlags } from './answer.ts';

const TIMEOUT_MS = 15_000;
/** Browsers limit all pending keepalive requests together to 64 KB, and reject a larger one. */
const KEEPALIVE_MAX_BYTES = 60_000;

export interface Service {
  /** Fetches this user's values; after a 304, the known answer. Rejects otherwise, with any response as `cause`. */
  fetchAnswer(context: Context, known: Answer | undefined, told: string): Promise<Answer>;
  /** Sends exposures and tracked events, also while the page unloads. Never rejects. */
  readonly postEvents: PostBody;
  /** Opens an event stream at an address from an answer. Resolves with any response. */
  openStream(uri: string, signal: AbortSignal): Promise<Response>;
}

interface Address {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
  /** Whether the page reports which values it uses. */
  readonly counts: true | undefined;
}

export function serviceAt({ url, key, fetch, counts }: Address): Service {
  const base = url.replace(/\/$/, '');
  const authorization = `Bearer ${key}`;

  /** `AbortSignal.timeout` is not in React Native. */
  async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
    try {
      return await work(late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    // A call that is under way when the client is closed goes on: the page may be unloading.
    postEvents: ({ body, headers }) =>
      inTime(async (signal) => {
        const response = await fetch(`${base}/${EVENTS_PATH}`, {
          method: 'POST',
          headers: { authorization, ...headers },
          body,
          keepalive: new Blob([body]).size <= KEEPALIVE_MAX_BYTES,
          signal,
        });
        return postedOf(response, () => response.json());
      }).catch((error) => ({
        outcome: 'AWAY',
        message: String(error),
        retryAfterMs: 0,
      })),
    fetchAnswer: (context, known, told) =>
      inTime(async (signal) => {
        const query = told && `?flagConfigEtag=${encodeURIComponent(told)}`;
        const response = await fetch(`${base}/ofrep/v1/evaluate/flags${query}`, {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'application/json',
            ...(known !== undefined && { 'if-none-match': known.entityTag }),
          },
          body: JSON.stringify({ context, counts }),
          signal,
        });
        // A proxy may respond in place of the service.
        const { status, headers, ok } = response;
        const answer = status === 304 ? known : ok && (await response.json());
        if (!hasFlags(answer)) throw new Error('no values', { cause: response });
        const { flags, metadata = {}, entityTag = '', eventStreams, streamUri } = answer;
        return {
          // The tag is that of the values: those that another user had may be this one's.
          context,
          flags,
          metadata,
          canStream: 'body' in response,
          entityTag: headers.get('etag') ?? entityTag,
          streamUri:
            headers.get(EVENT_STREAM_HEADER) ??
            eventStreams?.[0]?.endpoint?.requestUri ??
            streamUri,
        };
      }),
    openStream: (uri, signal) => fetch(base + uri, { cache: 'no-store', signal }),
  };
}
