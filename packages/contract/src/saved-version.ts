import * as z from 'zod/mini';
import { lastChangedSchema } from './last-changed.ts';
import { documented, id, version } from './shapes.ts';

/** How many versions of a thing can be looked up, its newest among them. */
export const KEPT_VERSIONS = 100;

/** One save of a thing: which it was, when and by whom. */
export const savedVersionSchema = documented(z.object({ version, ...lastChangedSchema.shape }), {
  id: 'SavedVersion',
  description: 'A save of a thing. What a release without versions replaced is not kept.',
});
export type SavedVersion = z.infer<typeof savedVersionSchema>;

/** What a version names and the application no longer has. */
export const missingSchema = documented(
  z.object({
    type: z.enum(['property', 'targetGroup', 'toggle']),
    id,
    name: documented(z.nullable(z.string()), {
      description: 'As the audit log last had it; null when that no longer goes back so far.',
    }),
  }),
  { id: 'Missing' },
);
export type Missing = z.infer<typeof missingSchema>;

/** A thing as it was saved: what a PUT takes of it, and what else was saved with it. */
export function savedBodySchema<const Body extends z.ZodMiniType>(body: Body) {
  return z.extend(savedVersionSchema, { body, missing: z.array(missingSchema) });
}
