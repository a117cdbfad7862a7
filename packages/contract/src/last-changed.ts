import * as z from 'zod/mini';
import { documented, id } from './shapes.ts';

export const lastChangedSchema = documented(
  z.object({
    at: documented(z.string(), { description: 'ISO 8601, in UTC.' }),
    by: z.object({
      id: documented(z.optional(id), { description: 'Of a user; keys and older saves have none.' }),
      name: z.string(),
    }),
  }),
  { id: 'LastChanged', description: 'When a thing was last saved, and by whom.' },
);
export type LastChanged = z.infer<typeof lastChangedSchema>;
