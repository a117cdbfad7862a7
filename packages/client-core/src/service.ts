import { abortable, textsOf } from './abortable.ts';
import { describeError } from './describe-error.ts';
import { EVENTS_PATH, type PostEvents, packing, postedOf } from './events/post-events.ts';
import { startIdleTimeout } from './idle-timeout.ts';
import { type ParsedSnapshot, parseSnapshot } from './parse-snapshot.ts';

/** The service was reached, and said something else than what was asked for. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  /** The service's own word for it; undefined when somebody in between refused. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface KnownSnapshot {
  readonly revision: number;
  readonly entityTag: string | undefined;
}

/** A snapshot as it came from the service. */
export interface FetchedSnapshot extends ParsedSnapshot {
  readonly json: string;
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

export interface Service {
  /** Sends what users saw and did. Never rejects. */
  readonly postEvents: PostEvents;
  /** What a path answers; rejects when that is no success. */
  fetchJson(path: string, closing: AbortSignal): Promise<unknown>;
  /**
   * The snapshot, at the known revision or a later one; undefined when it is still the known one.
   * Rejects when it cannot be had.
   */
  fetchSnapshot(known: KnownSnapshot, closing: AbortSignal): Promise<FetchedSnapshot | undefined>;
  /** The parts of the stream as they come in. */
  openStream(signal: AbortSignal): Promise<AsyncIterable<string>>;
}

export interface ServiceAddress {
  readonly url: string;
  readonly key: string;
  /** Who asks, and what else is said with each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The longest wait for a whole answer. */
  readonly answerMs: number;
  readonly fetch: typeof globalThis.fetch;
  /** How a snapshot is read, where that must not be at once. */
  readonly parse?: (
    json: string,
  ) => ParsedSnapshot | undefined | Promise<ParsedSnapshot | undefined>;
}

/** Throws when `url` is none. */
export function serviceAt(address: ServiceAddress): Service {
  const { url, key, headers, answerMs, fetch, parse = parseSnapshot } = address;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);

  /** Whatever is answered, also what was not asked for. */
  async function ask(path: string, { headers: more, ...init }: RequestInit, signal: AbortSignal) {
    const asking = fetch(new URL(path, base), {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...headers, ...more },
      // The service never redirects, and a key is not for whoever does: a redirect is an answer like
      // any other that was not asked for. With `error`, Node 20 and 22 lose the signal.
      redirect: 'manual',
      signal,
    });
    return abortable(asking, signal).catch((error: unknown) => {
      // Should it answer all the same, nobody is there to read it.
      asking.then(letGo, () => {});
      throw error;
    });
  }

  async function get(path: string, more: Record<string, string>, signal: AbortSignal) {
    const response = await ask(path, { headers: more }, signal);
    if (response.ok || response.status === 304) return response;
    const code = codeIn(await textOf(response, signal));
    throw new ServiceRefusal(`GET ${path} answered ${response.status}`, response.status, code);
  }

  /** The whole answer, or nothing within the time there is. */
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
      // Who named no snapshot is told by somebody else that it is unchanged.
      if (response.status === 304 && entityTag !== undefined) return undefined;
      const parsed = await parse(json);
      if (parsed === undefined) {
        throw new ServiceRefusal(`GET ${path} answered no snapshot`, response.status);
      }
      const newTag = response.headers.get('etag') ?? undefined;
      return { ...parsed, json, entityTag: newTag, fetchedAt: new Date() };
    },
    async openStream(signal) {
      const path = 'api/sdk/stream';
      const response = await get(path, { accept: 'text/event-stream' }, signal);
      const { status, headers, body } = response;
      if (body !== null && headers.get('content-type')?.startsWith('text/event-stream')) {
        return textsOf(body, signal);
      }
      letGo(response);
      throw new ServiceRefusal(`GET ${path} answered no event stream`, status);
    },
  };
}

async function textOf({ body }: Response, signal: AbortSignal): Promise<string> {
  let whole = '';
  if (body !== null) for await (const text of textsOf(body, signal)) whole += text;
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

/** Frees the connection of an answer that nobody reads. */
function letGo({ body }: Response): void {
  body?.cancel().catch(() => {});
}
