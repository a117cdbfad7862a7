import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { LISTED_NOUNS } from '../nouns/document-lists.ts';
import { documented } from '../shapes.ts';
import { applicationDocumentSchema } from './application-document.ts';

const importChangeSchema = z.object({
  action: z.enum(['CREATE', 'UPDATE', 'DELETE']),
  type: z.enum(['environment', ...Object.values(LISTED_NOUNS).map(({ type }) => type)]),
  name: documented(z.string(), {
    description: 'Name or key; for an experiment, the name of its toggle.',
  }),
  environment: z.optional(z.string()),
});
export type ImportChange = z.infer<typeof importChangeSchema>;

export const importResultSchema = documented(
  z.object({
    dryRun: z.boolean(),
    changes: z.readonly(z.array(importChangeSchema)),
  }),
  { id: 'ImportResult', description: 'What an import changed, or would change.' },
);
export type ImportResult = z.infer<typeof importResultSchema>;

const yes = z.optional(z.enum(['true', 'false']));

export const exportApplication = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/export',
  summary:
    'Export an application as one document with names in place of ids; equal applications give equal text',
  access: 'user',
  accountKey: 'accepted',
  result: documented(applicationDocumentSchema, {
    id: 'ApplicationDocument',
    description: 'A whole application, with names in place of ids.',
  }),
});

export const importApplication = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/import',
  summary:
    'Change an application to match a document: completely, or not at all if a part is refused',
  access: 'user',
  accountKey: 'accepted',
  query: z.object({
    dryRun: documented(yes, {
      description: '`true`: return what would change, and change nothing.',
    }),
    deleteOthers: documented(yes, {
      description:
        '`true`: delete everything that the document does not contain, except environments.',
    }),
  }),
  body: applicationDocumentSchema,
  bodyLimitBytes: 32 * 1024 * 1024,
  result: importResultSchema,
  errors: [
    ...Object.values(LISTED_NOUNS).flatMap(({ codes }) => [...codes]),
    'DUPLICATE_ENVIRONMENT',
    'DUPLICATE_KEY',
    'DUPLICATE_NAME',
    'UNKNOWN_ENVIRONMENT',
    'MAX_ENVIRONMENTS_LIMIT_REACHED',
    'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
    'TYPE_LOCKED',
    'VALUE_IN_USE',
    'DUPLICATED_RULE',
    'TOGGLE_HAS_EXPERIMENT',
    'CIRCULAR_TOGGLE_DEPENDENCY',
    'DEPENDENCY_CHAIN_TOO_LONG',
    'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
    'EXPERIMENT_EXISTS',
    'EXPERIMENT_DEPENDENCY_EXISTS',
    'TARGET_GROUP_USED_IN_EXPERIMENT',
    'PROPERTY_USED_IN_EXPERIMENTS',
    'PROPERTY_USED_IN_TARGET_GROUPS',
    'METRIC_IN_USE',
  ],
});
