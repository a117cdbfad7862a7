import * as z from 'zod/mini';
import { lastChangedSchema } from './last-changed.ts';
import { documented, id, version } from './shapes.ts';

/** Number of versions of an entity that can be looked up, including the newest. */
export const KEPT_VERSIONS = 100;

/** One save of an entity: its version, when it was made and by whom. */
export const savedVersionSchema = documented(z.object({ version, ...lastChangedSchema.shape }), {
  id: 'SavedVersion',
  description: 'One saved version. Versions from before the service kept them are missing.',
});
export type SavedVersion = z.infer<typeof savedVersionSchema>;

/** A part that a saved version refers to, but that the application no longer has. */
export const missingSchema = documented(
  z.object({
    type: z.enum(['property', 'targetGroup', 'toggle', 'idList']),
    id,
    name: documented(z.nullable(z.string()), {
      description: 'Last name in the audit log; null if the log no longer contains it.',
    }),
  }),
  { id: 'Missing' },
);
export type Missing = z.infer<typeof missingSchema>;

/** A saved version of an entity. `body` has the fields that a PUT accepts, and others that were saved with them. */
export function savedBodySchema<const Body extends z.ZodMiniType>(body: Body) {
  return z.extend(savedVersionSchema, { body, missing: z.array(missingSchema) });
}
