import * as z from 'zod/mini';
import { documented, id } from './shapes.ts';

export const lastChangedSchema = documented(
  z.object({
    at: documented(z.string(), { description: 'Time in ISO 8601, UTC.' }),
    by: z.object({
      id: documented(z.optional(id), {
        description: 'Id of the user; absent for account keys and old saves.',
      }),
      name: z.string(),
    }),
  }),
  { id: 'LastChanged', description: 'When something was last saved, and by whom.' },
);
export type LastChanged = z.infer<typeof lastChangedSchema>;
