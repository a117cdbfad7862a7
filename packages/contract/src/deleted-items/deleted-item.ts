import * as z from 'zod/mini';
import { AUDIT_ACTOR_KINDS } from '../audit-logs/audit-log.ts';
import { EDIT_TYPES } from '../change-requests/edit-type.ts';
import { documented, id } from '../shapes.ts';

export const deletedItemSchema = documented(
  z.object({
    id: documented(id, { description: 'The id that the thing had, and has again when restored.' }),
    type: z.enum(EDIT_TYPES),
    name: documented(z.string(), {
      description: 'Name or key; for an experiment, the name of its toggle.',
    }),
    envId: documented(z.nullable(id), { description: 'Of an experiment; null for others.' }),
    deletedAt: z.iso.datetime(),
    deletedBy: documented(
      z.nullable(
        z.object({
          kind: z.enum(AUDIT_ACTOR_KINDS),
          id,
          name: z.string(),
        }),
      ),
      { description: 'Null when the audit log no longer says it.' },
    ),
    restorableUntil: z.iso.datetime(),
  }),
  { id: 'DeletedItem', description: 'What was deleted and can be restored.' },
);
export type DeletedItem = z.infer<typeof deletedItemSchema>;

export const restoredItemSchema = documented(
  z.object({ id, type: z.enum(EDIT_TYPES), name: z.string(), envId: z.nullable(id) }),
  { id: 'RestoredItem' },
);
export type RestoredItem = z.infer<typeof restoredItemSchema>;
