import { z } from 'zod';

const limitSchema = z.object({
  type: z.enum(['UNLIMITED', 'LIMITED']),
  currentCount: z.int(),
  maxLimit: z.int().nullable().meta({ description: 'Null when unlimited.' }),
});
export type Limit = z.infer<typeof limitSchema>;

export const limitsSchema = z
  .object({ MAX_APPS: limitSchema, MAX_FEATURE_TOGGLES: limitSchema, MAX_USERS: limitSchema })
  .meta({ id: 'Limits', description: 'How much the account has of what its plan allows.' });
export type Limits = z.infer<typeof limitsSchema>;
