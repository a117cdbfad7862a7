import { parseSnapshot } from './parse-snapshot.ts';
import { abortable, startPatience, textsOf } from './patience.ts';
import type { FetchedSnapshot } from './snapshot-file.ts';
import { USER_AGENT } from './version.ts';

const SNAPSHOT_TIMEOUT_MS = 15_000;

/** The service was reached, and said something else than what was asked for. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface KnownSnapshot {
  readonly revision: number;
  readonly entityTag: string | undefined;
}

export interface Service {
  /**
   * The snapshot, at the known revision or a later one; undefined when it is still the known one.
   * Rejects when it cannot be had.
   */
  fetchSnapshot(known: KnownSnapshot, closing: AbortSignal): Promise<FetchedSnapshot | undefined>;
  /** The parts of the stream as they come in. */
  openStream(signal: AbortSignal): Promise<AsyncIterable<string>>;
}

interface ServiceAddress {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Throws when `url` is none. */
export function serviceAt({ url, key, fetch }: ServiceAddress): Service {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);

  async function get(path: string, headers: Record<string, string>, signal: AbortSignal) {
    const asking = fetch(new URL(path, base), {
      headers: { authorization: `Bearer ${key}`, 'user-agent': USER_AGENT, ...headers },
      // The service never redirects, and a key is not for whoever does: a redirect is an answer like
      // any other that was not asked for. With `error`, Node 20 and 22 lose the signal.
      redirect: 'manual',
      signal,
    });
    const response = await abortable(asking, signal).catch((error: unknown) => {
      // Should it answer all the same, nobody is there to read it.
      asking.then(letGo, () => {});
      throw error;
    });
    if (response.ok || response.status === 304) return response;
    letGo(response);
    throw new ServiceRefusal(`GET ${path} answered ${response.status}`, response.status);
  }

  return {
    async fetchSnapshot({ revision, entityTag }, closing) {
      const patience = startPatience(closing);
      patience.lasts(SNAPSHOT_TIMEOUT_MS);
      try {
        const headers: Record<string, string> = {};
        if (entityTag !== undefined) headers['if-none-match'] = entityTag;
        const path = `api/sdk/snapshot?revision=${revision}`;
        const response = await get(path, headers, patience.signal);
        if (response.status === 304) return undefined;
        const json = await textOf(response, patience.signal);
        const snapshot = parseSnapshot(json);
        if (snapshot === undefined) {
          throw new ServiceRefusal(`GET ${path} answered no snapshot`, response.status);
        }
        const newTag = response.headers.get('etag') ?? undefined;
        return { snapshot, json, entityTag: newTag, fetchedAt: new Date() };
      } finally {
        patience.end();
      }
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

/** Frees the connection of an answer that nobody reads. */
function letGo({ body }: Response): void {
  body?.cancel().catch(() => {});
}
