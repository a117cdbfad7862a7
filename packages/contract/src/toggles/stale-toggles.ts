import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** A toggle counts as stale when it has not changed for this many days. Source: G34. */
export const STALE_AFTER_DAYS = 30;

export const staleToggleSchema = documented(
  z.object({
    id,
    value: documented(z.string(), {
      description: 'The value that it returns to everyone in every environment.',
    }),
  }),
  {
    id: 'StaleToggle',
    description: `A toggle that has returned the same value in every environment for ${STALE_AFTER_DAYS} days.`,
  },
);
export type StaleToggle = z.infer<typeof staleToggleSchema>;
