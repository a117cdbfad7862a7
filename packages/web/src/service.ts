import { EVENT_STREAM_HEADER } from '@comporta/client-core/bulk-answer';
import { EVENTS_PATH, type PostBody, postedOf } from '@comporta/client-core/events/post-events';
import type { Answer, Context } from './answer.ts';

const TIMEOUT_MS = 15_000;
/** Browsers limit all pending keepalive requests together to 64 KB, and reject a larger one. */
const KEEPALIVE_MAX_BYTES = 60_000;

export interface Service {
  /** Fetches this user's values; after a 304, the known answer. Rejects otherwise, with any response as `cause`. */
  fetchAnswer(context: Context, known: Answer | undefined, told: string): Promise<Answer>;
  /** Sends exposures and tracked events, also while the page unloads. Never rejects. */
  readonly postEvents: PostBody;
  /** Opens an event stream at an address from an answer. */
  openStream(uri: string): EventSource;
}

interface Address {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

export function serviceAt({ url, key, fetch }: Address): Service {
  const base = url.replace(/\/$/, '');
  const authorization = `Bearer ${key}`;
  return {
    async postEvents({ body, headers }, closing) {
      try {
        const response = await fetch(`${base}/${EVENTS_PATH}`, {
          method: 'POST',
          headers: { authorization, ...headers },
          body,
          keepalive: new Blob([body]).size <= KEEPALIVE_MAX_BYTES,
          signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        return await postedOf(response, () => response.json());
      } catch (error) {
        return { outcome: 'AWAY', message: String(error), retryAfterMs: 0 };
      }
    },
    async fetchAnswer(context, known, told) {
      const query = told && `?flagConfigEtag=${encodeURIComponent(told)}`;
      const response = await fetch(`${base}/ofrep/v1/evaluate/flags${query}`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(known !== undefined && { 'if-none-match': known.entityTag }),
        },
        body: JSON.stringify({ context }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 304 && known !== undefined) {
        return {
          ...known,
          streamUri: response.headers.get(EVENT_STREAM_HEADER) ?? known.streamUri,
        };
      }
      // A proxy may respond in place of the service.
      const { flags, metadata = {}, eventStreams } = response.ok ? await response.json() : {};
      if (!Array.isArray(flags)) throw new Error('no values', { cause: response });
      return {
        context,
        flags,
        metadata,
        entityTag: response.headers.get('etag') ?? '',
        streamUri: eventStreams?.[0]?.endpoint?.requestUri,
      };
    },
    openStream: (uri) => new EventSource(base + uri),
  };
}
