import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { REPLACING_KEY_REQUEST_CODES, replacingKeyRequestSchema } from './key-request.ts';

/** Where a service can be reached; its operator says at which addresses. */
export const REGION_TAGS = ['eu', 'sa', 'trial'] as const;
export type RegionTag = (typeof REGION_TAGS)[number];

/** What refuses calls with a key of an environment; `limit` in the meta data of RATE_LIMITED. docs/errors.md says when. */
export const KEY_LIMITS = ['ADDRESS', 'SHARE', 'EVENTS', 'DAY', 'STREAMS'] as const;
export type KeyLimit = (typeof KEY_LIMITS)[number];

export const createEnvironmentKey = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/env/:envId/new-token',
  summary:
    'Generate the key of an environment; only this response shows it. The previous key stops working, at once or after `keepHours`',
  access: 'user',
  programs: 'refused',
  body: replacingKeyRequestSchema,
  result: z.string(),
  errors: [...REPLACING_KEY_REQUEST_CODES, 'WRONG_PASSWORD'],
});

/** `server`: the environment key. `client`: the client key. */
export const KIND_OF_KEY = ['server', 'client'] as const;
export type KindOfKey = (typeof KIND_OF_KEY)[number];

export const endFormerKey = endpoint({
  method: 'DELETE',
  path: '/api/apps/:appId/env/:envId/former-keys/:kind',
  summary: 'End the previous key of an environment (`server` or `client`) now, on all nodes',
  access: 'user',
  programs: 'settings',
  status: 204,
});

const keyUseSchema = documented(
  z.object({
    kind: z.enum(KIND_OF_KEY),
    /** Whether it was replaced and still works, until `endsAt`. */
    isFormer: z.boolean(),
    createdAt: z.nullable(z.iso.datetime()),
    /** Null until the first request with it. */
    seenAt: z.nullable(z.iso.datetime()),
    endsAt: z.nullable(z.iso.datetime()),
  }),
  {
    id: 'KeyUse',
    description:
      'A key of the environment, and when it was last used. Uses at an edge node are not seen.',
  },
);
export type KeyUse = z.infer<typeof keyUseSchema>;

export const environmentStatusSchema = documented(
  z.object({
    /** Null until the first request with a key of this environment. */
    lastSeenAt: z.nullable(z.iso.datetime()),
    sdk: z.nullable(z.string()),
    version: z.nullable(z.string()),
    /** When a page last used the environment key, which belongs on servers only. */
    seenInPageAt: z.nullable(z.iso.datetime()),
    ruleServedAt: documented(z.nullable(z.iso.datetime()), {
      description:
        'When a rule of an active experiment first decided a value, or a snapshot with such a rule was first fetched.',
    }),
    olderReader: documented(
      z.optional(z.object({ sdk: z.string(), version: z.string(), seenAt: z.iso.datetime() })),
      {
        description:
          'The SDK or edge node before 0.3.0 that last fetched a snapshot in the last 7 days: it does not know the newer words of rules, and gives a toggle with one its default value. The clients of the environment tell all of them.',
      },
    ),
    keys: z.array(keyUseSchema),
    eventsToday: documented(z.optional(z.object({ stored: z.int(), most: z.int() })), {
      description:
        'How many events of this UTC day are stored, of how many may be; only once four fifths are used up. Nodes learn once a minute what others stored, and what evaluations showed, so more than `most` may be stored.',
    }),
    limited: documented(z.array(z.object({ limit: z.enum(KEY_LIMITS), calls: z.int() })), {
      description:
        'How many calls with a key of the environment were refused with RATE_LIMITED in the last 24 hours, by limit.',
    }),
  }),
  {
    id: 'EnvironmentStatus',
    description: 'When systems last used a key of the environment, and with which SDK.',
  },
);
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>;

export const getEnvironmentStatus = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/env/:envId/status',
  summary: 'Get when systems last used a key of an environment',
  access: 'user',
  programs: 'read',
  result: environmentStatusSchema,
});

export const apiConfigSchema = documented(
  z.object({
    tags: z.array(z.enum(REGION_TAGS)),
    /** The base URL behind each tag. */
    urls: z.partialRecord(z.enum(REGION_TAGS), z.url()),
    /** The public base URL of this server, to show when there is no tag. */
    publicUrl: z.url(),
  }),
  { id: 'ApiConfig', description: 'The addresses at which systems fetch toggles.' },
);
export type ApiConfig = z.infer<typeof apiConfigSchema>;

export const getApiConfig = endpoint({
  method: 'GET',
  path: '/api/accounts/api-config',
  summary: 'Get the addresses at which systems fetch toggles',
  access: 'user',
  programs: 'read',
  result: apiConfigSchema,
});
