import * as z from 'zod/mini';
import { REQUEST_CODES } from '../change-requests/check-request.ts';
import { REQUEST_STATES } from '../change-requests/request-state.ts';
import { endpoint } from '../endpoint.ts';
import { LISTED_NOUNS } from '../nouns/document-lists.ts';
import { documented, id } from '../shapes.ts';
import { applicationDocumentSchema, DOCUMENT_MAX_BYTES } from './application-document.ts';

const importChangeSchema = z.object({
  action: z.enum(['CREATE', 'UPDATE', 'DELETE']),
  type: z.enum(['environment', ...Object.values(LISTED_NOUNS).map(({ type }) => type)]),
  name: documented(z.string(), {
    description: 'Name or key; for an experiment, the name of its toggle.',
  }),
  environment: z.optional(z.string()),
  remark: documented(z.optional(z.enum(['EMPTY_LIST'])), {
    description: 'Of a new id list: documents hold no ids, so that it has none.',
  }),
});
export type ImportChange = z.infer<typeof importChangeSchema>;

export const importResultSchema = documented(
  z.object({
    dryRun: z.boolean(),
    changes: z.readonly(z.array(importChangeSchema)),
    changeRequest: documented(
      z.optional(z.object({ id, number: z.int(), state: z.enum(REQUEST_STATES) })),
      { description: 'Of an import as a request: what was filed in place of the changes.' },
    ),
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
  programs: 'read',
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
  programs: 'write',
  query: z.object({
    dryRun: documented(yes, {
      description: '`true`: return what would change, and change nothing.',
    }),
    deleteOthers: documented(yes, {
      description:
        '`true`: delete everything that the document does not contain, except environments.',
    }),
    asRequest: documented(yes, {
      description:
        '`true`: file the changes as one change request, which is applied when it is approved (201). Its reason is that of `Change-Reason`.',
    }),
    title: documented(z.optional(z.string()), { description: 'Of that request.' }),
    start: documented(z.optional(z.enum(['MANUAL', 'ON_APPROVAL'])), {
      description:
        'Of that request: `MANUAL`: a person applies it, even if nobody has to approve. Default: ON_APPROVAL.',
    }),
  }),
  body: applicationDocumentSchema,
  bodyLimitBytes: DOCUMENT_MAX_BYTES,
  result: importResultSchema,
  errors: [
    ...Object.values(LISTED_NOUNS).flatMap(({ codes }) => [...codes]),
    ...REQUEST_CODES,
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
    'LIST_IN_USE',
  ],
});
