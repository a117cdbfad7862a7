import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** A value of a rule that grows step by step. Source: SAF-50. */
export const rampSchema = z.object({
  experimentId: id,
  ruleId: id,
  value: z.string(),
  from: z.string(),
  shares: z.readonly(
    z.array(
      z.object({
        percent: z.number(),
        wait: documented(z.optional(z.int()), {
          description: 'Seconds before the next share; the last one has none.',
        }),
      }),
    ),
  ),
});

/** Source: SAF-61. */
export const promotionSchema = z.object({
  fromEnvId: id,
  toEnvId: id,
  toggleIds: z.readonly(z.array(id)),
  copyStatus: z.optional(z.boolean()),
});

/** Where the steps of a request come from, if nobody wrote them. Exactly one member. */
export const sourceSchema = documented(
  z.object({
    ramp: z.optional(rampSchema),
    promotion: z.optional(promotionSchema),
    revert: documented(z.optional(id), { description: 'Id of the request to take back.' }),
  }),
  { id: 'RequestSource' },
);
export type RequestSource = z.infer<typeof sourceSchema>;
