import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

/** For server SDKs and edge nodes, which evaluate locally. */
export const fetchSnapshot = endpoint({
  method: 'GET',
  path: '/api/sdk/snapshot',
  summary:
    'Fetch the snapshot that local evaluation needs; answers 304 to the ETag of the current one',
  access: 'environmentKey',
  accountKey: 'refused',
  query: z.object({
    /** The lowest revision that the caller accepts, such as one that the stream announced. */
    revision: z.optional(z.string()),
  }),
  result: documented(z.looseObject({ revision: z.int() }), {
    id: 'Snapshot',
    description: 'Everything an environment needs to evaluate its toggles, at one revision.',
  }),
  status: 200,
  errors: [],
});

export const streamRevisions = endpoint({
  method: 'GET',
  path: '/api/sdk/stream',
  summary: 'Server-sent events: `revision` with `{"revision": 12}`, at once and after each change',
  access: 'environmentKey',
  accountKey: 'refused',
  status: 200,
  errors: [],
});
