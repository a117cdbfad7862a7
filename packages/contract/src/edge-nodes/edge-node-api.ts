import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

/** Names the environment of the snapshot or stream that an edge node requests with an account key. */
export const EDGE_ENVIRONMENT_HEADER = 'x-comporta-environment';

export const edgeEnvironmentSchema = documented(
  z.object({
    id,
    keyHash: documented(z.string(), {
      description:
        'SHA-256 of the environment key, so that an edge node can recognise it; empty if there is only a client key.',
    }),
    former: documented(
      // A service of a release before this one does not send it.
      z.optional(z.nullable(z.object({ keyHash: z.string(), endsAt: z.iso.datetime() }))),
      { description: 'The environment key before it, which is accepted until `endsAt`.' },
    ),
  }),
  { id: 'EdgeEnvironment' },
);

export const listEdgeEnvironments = endpoint({
  method: 'GET',
  path: '/api/edge/environments',
  summary: 'List the environments of the account that have a key, for edge nodes',
  access: 'admin',
  programs: 'read',
  result: z.array(edgeEnvironmentSchema),
});
