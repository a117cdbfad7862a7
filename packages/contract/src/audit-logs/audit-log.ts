import { z } from 'zod';
import { pageQueryShape } from '../paging.ts';
import { id } from '../shapes.ts';

export const AUDIT_ACTIONS = ['CREATED', 'EDITED', 'DELETED', 'PAUSED', 'RESTARTED'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const ENTITY_TYPES = [
  'application',
  'environment',
  'environmentKey',
  'property',
  'targetGroup',
  'toggle',
  'experiment',
  'user',
  'accountKey',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export const AUDIT_ACTOR_KINDS = ['user', 'key', 'system'] as const;

export const auditEntrySchema = z
  .object({
    id,
    timestamp: z.iso.datetime(),
    action: z.enum(AUDIT_ACTIONS),
    headline: z.string(),
    details: z.string(),
    items: z.array(z.string()),
    actor: z.object({
      kind: z.enum(AUDIT_ACTOR_KINDS),
      id,
      name: z.string(),
      email: z.string().optional(),
    }),
    entity: z.object({ type: z.enum(ENTITY_TYPES), id, name: z.string() }),
    appId: id.optional(),
    envId: id.optional(),
    changes: z
      .array(
        z.object({
          path: z.string(),
          before: z.unknown().optional(),
          after: z.unknown().optional(),
        }),
      )
      .meta({
        description: 'What differs; `before` or `after` is absent where nothing was or is.',
      }),
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what, in words and as data.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z
  .object({
    items: z.array(auditEntrySchema),
    totalPages: z.int(),
    upTo: z.int().meta({
      description:
        'How many entries there were. Sent back as `upTo` with the next pages, it keeps entries that arrive meanwhile from shifting them.',
    }),
  })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;

/** A day, or a moment with its offset; a day means its beginning in `from` and its end in `to`. */
const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  // The database knows no year 0.
  .refine((text) => !text.startsWith('0000'));

export const auditQuerySchema = z.object({
  ...pageQueryShape,
  upTo: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor: id.optional().meta({ description: 'The id of a user or of an account key.' }),
  entity: id.optional().meta({ description: 'The id of what was changed, or a type of it.' }),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;
