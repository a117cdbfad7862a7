import * as z from 'zod/mini';
import { documented, id } from './shapes.ts';

/** One place that uses a thing: what lists show, and what "used in …" refusals carry as `meta_data.items`. */
export const usageSchema = documented(
  z.object({
    type: z.enum(['experiment', 'targetGroup']),
    id,
    name: documented(z.string(), { description: 'An experiment is named after its toggle.' }),
    envId: z.optional(id),
  }),
  { id: 'Usage' },
);
export type Usage = z.infer<typeof usageSchema>;
