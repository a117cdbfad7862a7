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

/** One thing that was looked at, and what was found; the figures are there whatever the level. */
export const healthSchema = documented(
  z.discriminatedUnion('code', [
    check('SRM', {
      /** The value that is furthest off. */
      value: z.string(),
      users: count,
      expected: z.number(),
    }),
    /** Of the last 24 hours; `reported` and `expected` are those that differ most often. */
    check('ASSIGNMENT', {
      count,
      share,
      reported: z.optional(z.string()),
      expected: z.optional(z.string()),
    }),
    check('FRESHNESS', { at: z.optional(z.iso.datetime()), seconds: z.optional(z.int()) }),
    /** Of the last 24 hours; the code that was answered most often. */
    check('REJECTED', { count, code: z.optional(z.string()) }),
    check('CLOCK_SKEW', { count, share }),
    check('DROPPED', { count }),
    check('BULK', {}),
    check('BOTS', { count, share }),
    check('CAPPED', { share, metric: z.optional(z.string()), cap: z.optional(z.number()) }),
    check('CARRIED', { count }),
  ]),
  { id: 'Health' },
);
export type Health = z.infer<typeof healthSchema>;
