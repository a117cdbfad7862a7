import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

/** For server SDKs and edge nodes, which evaluate locally. */
export const fetchSnapshot = endpoint({
  method: 'GET',
  path: '/api/sdk/snapshot',
  summary:
    'Fetch the snapshot for local evaluation; 304 if If-None-Match has the ETag of the current one',
  access: 'environmentKey',
  programs: 'refused',
  query: z.object({
    /** The lowest revision that the caller accepts, such as one that the stream announced. */
    revision: z.optional(z.string()),
  }),
  result: documented(z.looseObject({ revision: z.int() }), {
    id: 'Snapshot',
    description: 'Everything needed to evaluate the toggles of an environment, at one revision.',
  }),
});

export const fetchList = endpoint({
  method: 'GET',
  path: '/api/sdk/lists/:id',
  summary:
    'Fetch the parts of an id list that changed after the version `from`, or all of them, as bytes',
  access: 'environmentKey',
  programs: 'refused',
  query: z.object({
    /** The version that the caller has, as the ETag of the answer named it. */
    from: z.optional(z.string()),
  }),
});

export const streamRevisions = endpoint({
  method: 'GET',
  path: '/api/sdk/stream',
  summary:
    'Stream server-sent events: `revision` with `{"revision": 12}`, at once and after each change, or what changed',
  access: 'environmentKey',
  programs: 'refused',
  query: z.object({
    /** The ETag of the snapshot that the caller holds, empty for none: events `changes` then say what changed in it. */
    changes: z.optional(z.string()),
  }),
});
