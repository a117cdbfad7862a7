import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

export const HEALTH_LEVELS = ['GREEN', 'AMBER', 'RED'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

const count = z.int();
const share = z.number();

function check<const Code extends string, Params extends z.core.$ZodShape>(
  code: Code,
  params: Params,
) {
  return z.object({
    code: z.literal(code),
    level: z.enum(HEALTH_LEVELS),
    params: z.object(params),
  });
}

/** The result of one health check. The parameters are present at every level. */
export const healthSchema = documented(
  z.discriminatedUnion('code', [
    check('SRM', {
      /** The value with the largest deviation from its expected number of users. */
      value: z.string(),
      users: count,
      expected: z.number(),
    }),
    /**
     * In the last 24 hours; `reported` and `expected` are the most frequent pair that differs, each absent where it is no
     * value of the phase.
     */
    check('ASSIGNMENT', {
      count,
      share,
      reported: z.optional(z.string()),
      expected: z.optional(z.string()),
    }),
    check('FRESHNESS', {
      at: z.optional(z.iso.datetime()),
      seconds: z.optional(z.int()),
      lateAfterSeconds: documented(z.optional(z.int()), {
        description: 'An older count is late; absent before the first count.',
      }),
    }),
    /** Exposures of this phase in the last 24 hours; `code` is the most frequent one. */
    check('REJECTED', { count, code: z.optional(z.string()) }),
    check('CLOCK_SKEW', { count, share }),
    check('DROPPED', { count }),
    /** Users with events of the goal since the phase began, a sample if there are many, and those of them exposed here. */
    check('UNITS', { users: count, matching: count }),
    /** Events since the phase began that pages sent and `metric` does not count; one check for each such metric. */
    check('PAGE_EVENTS', { count, metric: z.optional(z.string()) }),
    /** Exposures since the phase began that pages sent. */
    check('PAGE_EXPOSURES', { count, share }),
    check('BULK', {}),
    check('BOTS', { count, share, isLeftOut: z.optional(z.boolean()) }),
    check('CAPPED', { share, metric: z.optional(z.string()), cap: z.optional(z.number()) }),
    check('CARRIED', { count }),
  ]),
  { id: 'Health' },
);
export type Health = z.infer<typeof healthSchema>;
