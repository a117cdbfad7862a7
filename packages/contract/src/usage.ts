import * as z from 'zod/mini';
import { documented, id } from './shapes.ts';

/** A place that uses an entity. Lists show it, and "used in …" errors contain it in `meta_data.items`. */
export const usageSchema = documented(
  z.object({
    type: z.enum(['experiment', 'targetGroup']),
    id,
    name: documented(z.string(), {
      description: 'Name of the target group, or of the toggle of the experiment.',
    }),
    envId: z.optional(id),
  }),
  { id: 'Usage' },
);
export type Usage = z.infer<typeof usageSchema>;
