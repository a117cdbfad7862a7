import {
  EDGE_ENVIRONMENT_HEADER,
  edgeEnvironmentSchema,
  listEdgeEnvironments,
} from '@comporta/contract/edge-nodes/edge-node-api';
import { fetchSnapshot, streamRevisions } from '@comporta/contract/evaluation/sdk-api';
import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';
import { z } from 'zod';
import { VERSION } from '../platform/base/version.ts';

const ANSWER_MS = 15_000;
/** The service gives a sign of life every 20 seconds. */
const SILENCE_MS = 50_000;

/** The upstream said that a key opens nothing: what it opened has to be closed. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

/** With what one environment is asked for: its own key, or an account key and its id. */
export interface Credential {
  readonly key: string;
  readonly environmentId?: string | undefined;
}

export interface FetchedSnapshot {
  readonly source: Snapshot;
  /** What the JSON says, with what this node does not understand. */
  readonly sent: object;
  readonly json: string;
  readonly entityTag: string;
}

export interface Upstream {
  listEnvironments(key: string, signal: AbortSignal): Promise<z.infer<typeof environmentsSchema>>;
  /** Undefined when the snapshot is still the one with this tag. At least of the revision asked for. */
  fetchSnapshot(
    credential: Credential,
    known: { readonly entityTag: string | undefined; readonly revision: number },
    signal: AbortSignal,
  ): Promise<FetchedSnapshot | undefined>;
  /** Calls back with each revision and, with undefined, for each sign of life, until the stream ends. */
  follow(
    credential: Credential,
    onHeard: (revision: number | undefined) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

const environmentsSchema = z.array(edgeEnvironmentSchema);
/** The id becomes the name of a file. */
const sentSchema = z.looseObject({ environment: z.looseObject({ id: z.uuid() }) });

export function upstreamAt(url: string): Upstream {
  async function get(
    path: string,
    { key, environmentId }: Credential,
    { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      headers: {
        authorization: `Bearer ${key}`,
        'user-agent': `comporta-edge/${VERSION}`,
        ...(environmentId !== undefined && { [EDGE_ENVIRONMENT_HEADER]: environmentId }),
        ...headers,
      },
      // A redirect is refused below: a key is not for whoever sends us elsewhere.
      redirect: 'manual',
      signal,
    });
    if (response.ok || response.status === 304) return response;
    const refusal = await response.json().catch(() => undefined);
    // A proxy in between may say 401 as well; only the service's own word closes what a key opened.
    if (response.status === 401 && isUnauthorized(refusal)) throw new KeyRefused(path);
    throw new Error(`${path} answered ${response.status}`);
  }

  return {
    async listEnvironments(key, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      const response = await get(listEdgeEnvironments.path, { key }, { signal: within });
      return environmentsSchema.parse(await response.json());
    },
    async fetchSnapshot(credential, { entityTag, revision }, signal) {
      const response = await get(`${fetchSnapshot.path}?revision=${revision}`, credential, {
        headers: entityTag === undefined ? {} : { 'if-none-match': entityTag },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      if (response.status === 304) return undefined;
      const json = await response.text();
      return { ...parseSnapshot(json), json, entityTag: response.headers.get('etag') ?? '' };
    },
    async follow(credential, onHeard, signal) {
      const silence = new AbortController();
      const patience = setTimeout(() => silence.abort(new Error('silent')), SILENCE_MS);
      try {
        const { body } = await get(streamRevisions.path, credential, {
          headers: { accept: 'text/event-stream' },
          signal: AbortSignal.any([signal, silence.signal]),
        });
        let unread = '';
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          patience.refresh();
          const parts = (unread + text).split('\n\n');
          unread = parts.pop() ?? '';
          // Of several, the last one says it all.
          await onHeard(parts.map(revisionIn).findLast((revision) => revision !== undefined));
        }
      } finally {
        clearTimeout(patience);
      }
    },
  };
}

/** Throws when the text is no snapshot, such as a proxy's page. */
export function parseSnapshot(json: string): Pick<FetchedSnapshot, 'source' | 'sent'> {
  const sent = sentSchema.parse(JSON.parse(json));
  const source = readSnapshot(sent);
  if (source === undefined) throw new Error('the upstream answered no snapshot');
  return { source, sent };
}

function revisionIn(event: string): number | undefined {
  const digits = /^data: \{"revision":(\d+)\}$/m.exec(event)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function isUnauthorized(refusal: unknown): boolean {
  return (
    typeof refusal === 'object' &&
    refusal !== null &&
    'error_code' in refusal &&
    refusal.error_code === 'UNAUTHORIZED'
  );
}
