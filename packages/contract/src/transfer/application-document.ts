import * as z from 'zod/mini';
import { DOCUMENT_LISTS } from '../nouns/document-lists.ts';

/** Must be raised when documents of the new format can no longer be read as ones of the old format. */
export const DOCUMENT_FORMAT = 'comporta-application-1';

export const DOCUMENT_MAX_BYTES = 32 * 1024 * 1024;

const environmentSettingsSchema = z.object({
  name: z.string(),
  /** Null: derived from its name. */
  production: z.optional(z.nullable(z.boolean())),
  countBulkAsExposure: z.optional(z.boolean()),
});

/**
 * A whole application with names in place of ids, so that it can be read, compared and imported elsewhere. Keys, users,
 * the webhook and analyses are not included: they belong to one installation, not to the application. This schema
 * checks only the shape; the checks of each entity decide whether the contents are allowed.
 */
export const applicationDocumentSchema = z.object({
  format: z.literal(DOCUMENT_FORMAT),
  application: z.string(),
  environments: z.readonly(z.array(z.string())),
  /** Settings of environments; an omitted setting stays as it is stored. */
  environmentSettings: z.optional(z.readonly(z.array(environmentSettingsSchema))),
  ...DOCUMENT_LISTS,
});
export type ApplicationDocument = z.infer<typeof applicationDocumentSchema>;
