import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented, id } from '../shapes.ts';

export const GUARD_NEEDS = ['NOT_HARMED', 'SAFE'] as const;
export const ON_HARM = ['ROLL_BACK', 'HOLD'] as const;

/** What watches a request between its steps. Source: SAF-52. */
export const guardSchema = documented(
  z.object({
    analysis: documented(z.optional(recordOf(z.unknown())), {
      description: 'The body of a new analysis, without its rule.',
    }),
    analysisId: z.optional(id),
    needs: z.enum(GUARD_NEEDS),
    units: documented(z.int(), { description: 'The least users in each arm, from 100.' }),
    onHarm: z.enum(ON_HARM),
    watch: documented(z.int(), { description: 'Seconds after the last step, up to 30 days.' }),
    patience: documented(z.int(), { description: 'Seconds to wait for data; default 7 days.' }),
  }),
  { id: 'Guard' },
);
export type Guard = z.infer<typeof guardSchema>;
