import { z } from 'zod';
import { id } from './shapes.ts';

/** One place that uses a thing: what lists show, and what "used in …" refusals carry as `meta_data.items`. */
export const usageSchema = z
  .object({
    type: z.enum(['experiment', 'targetGroup']),
    id,
    name: z.string().meta({ description: 'An experiment is named after its toggle.' }),
    envId: id.optional(),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usageSchema>;
