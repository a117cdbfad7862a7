import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

const limitSchema = z.object({
  type: z.enum(['UNLIMITED', 'LIMITED']),
  currentCount: z.int(),
  maxLimit: documented(z.nullable(z.int()), { description: 'Null when unlimited.' }),
});
export type Limit = z.infer<typeof limitSchema>;

export const limitsSchema = documented(
  z.object({ MAX_APPS: limitSchema, MAX_FEATURE_TOGGLES: limitSchema, MAX_USERS: limitSchema }),
  {
    id: 'Limits',
    description:
      'How many applications, toggles and users the account has, and how many its plan allows.',
  },
);
export type Limits = z.infer<typeof limitsSchema>;
