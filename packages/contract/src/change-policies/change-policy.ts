import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

export const APPROVALS_MAX = 3;

/** What changes of an environment need. Source: SAF-20. */
export const changePolicySchema = documented(
  z.object({
    approvals: documented(z.int(), { description: `0 to ${APPROVALS_MAX}.` }),
    pauseDirectly: documented(z.boolean(), {
      description: 'Whether an experiment may be paused without approval and without a reason.',
    }),
    reasonRequired: z.boolean(),
  }),
  { id: 'ChangePolicy' },
);
export type ChangePolicy = z.infer<typeof changePolicySchema>;

/** That of an environment for which none is stored. */
export const NO_POLICY: ChangePolicy = {
  approvals: 0,
  pauseDirectly: true,
  reasonRequired: false,
};
