import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

/** Why there is no toggle of a name. */
const UNKNOWN_KINDS = ['NEVER', 'DELETED', 'HIDDEN'] as const;

export const unknownToggleSchema = documented(
  z.object({
    name: z.string(),
    envId: id,
    lastAt: z.iso.datetime(),
    count: documented(z.int(), { description: 'How often it was asked for.' }),
    kind: documented(z.enum(UNKNOWN_KINDS), {
      description: 'HIDDEN: there is one, but it is not available to clients, and a client asked.',
    }),
    deletedAt: documented(z.optional(z.iso.datetime()), {
      description: 'When a toggle of this name was deleted, if it was.',
    }),
    deletedBy: z.optional(z.string()),
    near: documented(z.optional(z.string()), {
      description: 'A toggle whose name differs by two letters at most.',
    }),
  }),
  { id: 'UnknownToggle', description: 'A name that programs asked for and no toggle has.' },
);
export type UnknownToggle = z.infer<typeof unknownToggleSchema>;

export const listUnknownToggles = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/unknown-toggles',
  summary: 'List the names that programs asked for and that no toggle has, the last one first',
  access: 'user',
  programs: 'read',
  result: z.array(unknownToggleSchema),
});
