import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

/** OpenFeature Remote Evaluation Protocol 0.3. Its errors have the form of that protocol. */
const contextBody = z.object({
  context: z.catchall(z.object({ targetingKey: z.optional(z.string()) }), z.unknown()),
});

/** The environment, and the revision of the rules, that a response is from. */
const metadata = z.record(z.string(), z.union([z.string(), z.number()]));

const flagSchema = documented(
  z.object({
    key: z.string(),
    reason: z.enum(['STATIC', 'TARGETING_MATCH', 'DEFAULT', 'SPLIT', 'DISABLED']),
    value: z.json(),
    variant: z.string(),
  }),
  { id: 'OfrepFlag', description: 'The evaluation of one toggle.' },
);

const failureSchema = documented(
  z.object({ key: z.string(), errorCode: z.string(), errorDetails: z.string() }),
  { id: 'OfrepFailure', description: 'Why a toggle was not evaluated.' },
);

export const evaluateFlag = endpoint({
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags/:key',
  summary: 'Evaluate one toggle (OFREP)',
  access: 'environmentOrClientKey',
  programs: 'refused',
  body: contextBody,
  result: z.extend(flagSchema, { metadata }),
});

export const evaluateFlags = endpoint({
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags',
  summary: 'Evaluate every toggle (OFREP); 304 if If-None-Match has the ETag of an equal response',
  access: 'environmentOrClientKey',
  programs: 'refused',
  body: contextBody,
  result: z.object({
    flags: z.array(z.union([flagSchema, failureSchema])),
    metadata,
    eventStreams: z.array(
      z.object({
        type: z.literal('sse'),
        endpoint: z.object({ requestUri: z.string() }),
        inactivityDelaySec: z.int(),
      }),
    ),
  }),
});

export const streamEvents = endpoint({
  method: 'GET',
  path: '/ofrep/v1/events',
  summary: 'Stream server-sent events: one `refetchEvaluation` for each change (OFREP)',
  access: 'public',
  programs: 'refused',
  query: z.object({
    ticket: z.string(),
    revision: documented(z.optional(z.string()), {
      description: 'The revision that the client already has; only for its first connection.',
    }),
  }),
});
