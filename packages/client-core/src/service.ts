import { abortable, chunksOf, textsOf } from './abortable.ts';
import { describeError } from './describe-error.ts';
import {
  EVENTS_PATH,
  type PostEvents,
  packing,
  postedOf,
  retryAfterMsIn,
} from './events/post-events.ts';
import { type IdleTimeout, startIdleTimeout } from './idle-timeout.ts';
import type { ListAnswer } from './lists/held-list.ts';
import { readListAnswer } from './lists/list-answer.ts';
import { LISTS_HEADER } from './lists/told-lists.ts';
import { parseSnapshot } from './parse-snapshot.ts';
import type { ParsedSnapshot } from './read-understood.ts';

/** The service, or a proxy, responded, but not with what was requested. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  /** The service's error code; undefined when a proxy responded. */
  readonly code: string | undefined;
  /** The wait that the response asks for; 0 if none. */
  readonly retryAfterMs: number;

  constructor(message: string, { status, headers }: Response, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMsIn(headers);
  }
}

export interface KnownSnapshot {
  readonly revision: number;
  readonly entityTag: string | undefined;
}

/** A snapshot as it came from the service. */
export interface FetchedSnapshot extends ParsedSnapshot {
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

export interface Service {
  /** Sends exposures and tracked events. Never rejects. */
  readonly postEvents: PostEvents;
  /** Resolves with the JSON at a path. Rejects unless the response is a success. */
  fetchJson(path: string, closing: AbortSignal): Promise<unknown>;
  /**
   * Fetches the snapshot, at the known revision or a later one; undefined when the known one is still current.
   * Rejects when it cannot be fetched.
   */
  fetchSnapshot(known: KnownSnapshot, closing: AbortSignal): Promise<FetchedSnapshot | undefined>;
  /** Fetches the parts of a list that changed after a version, or all of it. Rejects when it cannot be fetched. */
  fetchList(id: string, from: number | undefined, closing: AbortSignal): Promise<ListAnswer>;
  /** Resolves with the chunks of the stream, as text. It sends what changes in the snapshot that has this entity tag. */
  openStream(signal: AbortSignal, tag?: string): Promise<AsyncIterable<string>>;
}

export interface ServiceAddress {
  readonly url: string;
  readonly key: string;
  /** Headers of every request, such as the user agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The longest wait for a complete response. */
  readonly answerMs: number;
  readonly fetch: typeof globalThis.fetch;
  /** Called with what each answer about the snapshot tells of lists; empty where it tells nothing. */
  readonly onLists?: ((text: string) => void) | undefined;
  /** Parses a snapshot, if that must not run synchronously. */
  readonly parse?: (
    json: string,
  ) => ParsedSnapshot | undefined | Promise<ParsedSnapshot | undefined>;
}

/** Throws a TypeError when `url` is not a URL. */
export function serviceAt(address: ServiceAddress): Service {
  const { url, key, headers, answerMs, fetch, parse = parseSnapshot, onLists } = address;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);

  /** Resolves with any response, also with an error or a redirect. */
  async function ask(path: string, { headers: more, ...init }: RequestInit, signal: AbortSignal) {
    const asking = fetch(new URL(path, base), {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...headers, ...more },
      // The service never redirects, and the key must not reach another server. So a redirect is handled as any
      // unexpected response. With `error`, Node 20 and 22 lose the signal.
      redirect: 'manual',
      signal,
    });
    return abortable(asking, signal).catch((error: unknown) => {
      // If a response arrives nevertheless, nobody reads it: its connection must be released.
      asking.then(letGo, () => {});
      throw error;
    });
  }

  async function get(path: string, more: Record<string, string>, signal: AbortSignal) {
    const response = await ask(path, { headers: more }, signal);
    if (response.ok || response.status === 304) return response;
    const code = codeIn(await textOf(response, signal));
    // Without a tag: the same trouble has the same message whatever is held.
    const [named] = path.split('?changes=');
    throw new ServiceRefusal(`GET ${named} answered ${response.status}`, response, code);
  }

  /** Fetches the whole response, or rejects after `answerMs`. */
  async function fetchText(path: string, more: Record<string, string>, closing: AbortSignal) {
    const idle = startIdleTimeout(closing);
    idle.extend(answerMs);
    try {
      const response = await get(path, more, idle.signal);
      return { response, text: await textOf(response, idle.signal) };
    } finally {
      idle.end();
    }
  }

  return {
    postEvents: packing(async (body, closing) => {
      const idle = startIdleTimeout(closing);
      idle.extend(answerMs);
      try {
        const response = await ask(EVENTS_PATH, { method: 'POST', ...body }, idle.signal);
        const text = await textOf(response, idle.signal);
        return await postedOf(response, async () => JSON.parse(text));
      } catch (error) {
        return { outcome: 'AWAY', message: describeError(error), retryAfterMs: 0 };
      } finally {
        idle.end();
      }
    }),
    async fetchJson(path, closing) {
      const { text } = await fetchText(path, {}, closing);
      return JSON.parse(text);
    },
    async fetchSnapshot({ revision, entityTag }, closing) {
      const path = `api/sdk/snapshot?revision=${revision}`;
      const known: Record<string, string> =
        entityTag === undefined ? {} : { 'if-none-match': entityTag };
      const { response, text: json } = await fetchText(path, known, closing);
      onLists?.(response.headers.get(LISTS_HEADER) ?? '');
      // A 304 to a request without an entity tag cannot come from the service, so it falls through to an error.
      if (response.status === 304 && entityTag !== undefined) return undefined;
      const parsed = await parse(json);
      if (parsed === undefined) {
        throw new ServiceRefusal(`GET ${path} returned no snapshot`, response);
      }
      const newTag = response.headers.get('etag') ?? undefined;
      return { ...parsed, entityTag: newTag, fetchedAt: new Date() };
    },
    async fetchList(id, from, closing) {
      const path = `api/sdk/lists/${id}${from === undefined ? '' : `?from=${from}`}`;
      const idle = startIdleTimeout(closing);
      idle.extend(answerMs);
      try {
        const response = await get(path, {}, idle.signal);
        const answer = await readListAnswer(
          response.headers,
          await bytesOf(response, idle, answerMs),
          closing,
        );
        if (answer !== undefined) return answer;
        throw new ServiceRefusal(`GET ${path} returned no list`, response);
      } finally {
        idle.end();
      }
    },
    async openStream(signal, tag = '') {
      const path = 'api/sdk/stream';
      const asked = `${path}?changes=${encodeURIComponent(tag)}`;
      const response = await get(asked, { accept: 'text/event-stream' }, signal);
      const { headers, body } = response;
      if (body !== null && headers.get('content-type')?.startsWith('text/event-stream')) {
        return textsOf(body, signal);
      }
      letGo(response);
      throw new ServiceRefusal(`GET ${path} returned no event stream`, response);
    },
  };
}

async function textOf({ body }: Response, signal: AbortSignal): Promise<string> {
  let whole = '';
  if (body !== null) for await (const text of textsOf(body, signal)) whole += text;
  return whole;
}

/** The whole body. A long one may take as long as it likes, but not stand still. */
async function bytesOf({ body }: Response, idle: IdleTimeout, stillMs: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body !== null) {
    for await (const chunk of chunksOf(body, idle.signal)) {
      chunks.push(chunk);
      length += chunk.length;
      idle.extend(stillMs);
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function codeIn(json: string): string | undefined {
  try {
    const { error_code: code } = Object(JSON.parse(json));
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Releases the connection of a response that nobody reads. */
function letGo({ body }: Response): void {
  body?.cancel().catch(() => {});
}
