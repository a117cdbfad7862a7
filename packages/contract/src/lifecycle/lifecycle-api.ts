import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { toggleLifecycleSchema } from './lifecycle.ts';

export const listLifecycles = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/lifecycle',
  summary:
    'List of the toggles that are not archived which are used, which may go, and why, sorted by name',
  access: 'user',
  programs: 'read',
  query: z.object({
    stale: documented(z.optional(z.enum(['true', 'false'])), {
      description: 'Only those that are stale, or only those that are not.',
    }),
  }),
  result: z.object({
    countingSince: documented(z.string(), {
      description: 'Since when uses are counted in every environment.',
    }),
    items: z.array(toggleLifecycleSchema),
  }),
});
