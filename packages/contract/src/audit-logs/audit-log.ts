import * as z from 'zod/mini';
import { AUDIT_ACTIONS, ENTITY_TYPES } from '../nouns/records.ts';
import { pageQueryShape } from '../paging.ts';
import { documented, id } from '../shapes.ts';
import { wordsSchema } from '../words.ts';

/** Stand-ins for an action or an entity type of a newer release, which this one has no name for. */
export const OTHER_ACTION = 'OTHER';
/** The type of an entity that only a later release knows. */
export const OTHER_ENTITY = 'other';

/** Who made a change: a person, an account key, a provider whose groups decide, or the service itself. */
export const AUDIT_ACTOR_KINDS = ['user', 'key', 'provider', 'system'] as const;

export const auditEntrySchema = documented(
  z.object({
    id,
    timestamp: z.iso.datetime(),
    action: z.enum([...AUDIT_ACTIONS, OTHER_ACTION]),
    headline: z.string(),
    details: z.string(),
    items: z.array(z.string()),
    itemWords: documented(z.optional(z.array(wordsSchema)), {
      description: 'The sentences of `items` in parts, if one of them quotes something.',
    }),
    actor: z.object({
      kind: z.enum(AUDIT_ACTOR_KINDS),
      id,
      name: z.string(),
      email: z.optional(z.string()),
      via: documented(z.optional(z.string()), {
        description: 'The name of the personal token that acted for the user.',
      }),
      service: documented(z.optional(z.boolean()), { description: 'The key is a service key.' }),
    }),
    entity: z.object({ type: z.enum([...ENTITY_TYPES, OTHER_ENTITY]), id, name: z.string() }),
    reason: documented(z.optional(z.string()), { description: 'Why, in the words of the author.' }),
    request: documented(
      z.optional(
        z.object({
          number: z.optional(z.int()),
          step: z.optional(z.int()),
          approvers: z.optional(z.readonly(z.array(z.string()))),
          by: z.optional(z.string()),
          bypass: z.optional(z.boolean()),
          withoutApproval: z.optional(z.boolean()),
        }),
      ),
      {
        description: 'The change request that the change is a step of, or how it passed a policy.',
      },
    ),
    appId: z.optional(id),
    envId: z.optional(id),
    changes: documented(
      z.array(
        z.object({
          path: z.string(),
          before: z.optional(z.unknown()),
          after: z.optional(z.unknown()),
        }),
      ),
      {
        description:
          'Changed fields. `before` is absent for an added field, `after` for a removed one.',
      },
    ),
  }),
  { id: 'AuditEntry', description: 'Who changed what, in words and as data.' },
);
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = documented(
  z.object({
    items: z.array(auditEntrySchema),
    totalPages: documented(z.int(), {
      description:
        'Number of pages. With a filter, at most 10,000 entries beyond this page are counted, so there may be more.',
    }),
    upTo: documented(z.int(), {
      description:
        'Number of the newest entry. Send it as `upTo` with the next pages, so that new entries do not shift them.',
    }),
    searchedSince: documented(z.optional(z.iso.datetime()), {
      description:
        'Present if `q` searched only the newest entries of a long log: the time of the oldest one. Send it as `to` to search older ones.',
    }),
  }),
  { id: 'AuditPage' },
);
export type AuditPage = z.infer<typeof auditPageSchema>;

export const AUDIT_SEARCH_MAX_CHARS = 100;

/** A day, or a moment with its offset. A day means its start in `from` and its end in `to`. */
const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .check(z.refine(isInDatabase));

/** PostgreSQL has no year 0. */
function isInDatabase(text: string): boolean {
  return !text.startsWith('0000');
}

/**
 * Filters of the list. `upTo` is the number of the newest entry on the first page, so that later ones do not move the
 * others.
 */
export const auditQuerySchema = z.object({
  ...pageQueryShape,
  upTo: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))),
  action: z.optional(z.enum(AUDIT_ACTIONS)),
  actor: documented(z.optional(id), {
    description: 'Id of the user or account key that made the change.',
  }),
  entity: documented(z.optional(id), {
    description: 'Id of the changed entity, or an entity type.',
  }),
  envId: documented(z.optional(id), {
    description:
      'Id of an environment: only changes by which its users may get something else, and those of its keys and analyses. Entries that releases before 0.3 wrote are found by their own environment.',
  }),
  production: documented(z.optional(z.literal('true')), {
    description:
      'Only changes that touch production-like environments, also those that remove one.',
  }),
  q: documented(z.optional(z.string().check(z.maxLength(AUDIT_SEARCH_MAX_CHARS))), {
    description:
      'Words in the names of the changed entity and of the actor; case and accents are ignored.',
  }),
  from: z.optional(dayOrMoment),
  to: z.optional(dayOrMoment),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;
