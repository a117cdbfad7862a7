import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { pageQueryShape } from '../paging.ts';
import { documented, draftText } from '../shapes.ts';
import {
  changeRequestDraftSchema,
  changeRequestSchema,
  changeRequestSummarySchema,
} from './change-request.ts';
import { REQUEST_CODES } from './check-request.ts';

const LIST = '/api/apps/:appId/change-requests';
const ONE = '/api/apps/:appId/change-requests/:id';

export const REQUEST_VIEWS = ['waiting', 'open', 'coming', 'closed'] as const;
export type RequestView = (typeof REQUEST_VIEWS)[number];

export const listChangeRequests = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List change requests, newest first; those to come by the time of their next step',
  access: 'user',
  programs: 'read',
  query: z.object({
    view: documented(z.optional(z.string()), {
      description: `One of ${REQUEST_VIEWS.join(', ')}; default open.`,
    }),
    envId: documented(z.optional(z.string()), { description: 'Only those that touch it.' }),
    entity: documented(z.optional(z.string()), { description: 'Id of a thing that they change.' }),
    author: z.optional(z.string()),
    ...pageQueryShape,
  }),
  result: z.object({
    items: z.array(changeRequestSummarySchema),
    totalPages: z.int(),
    counts: documented(z.object({ waiting: z.int(), open: z.int(), coming: z.int() }), {
      description: 'How many each view has, whatever the other filters.',
    }),
  }),
  errors: ['INVALID_PAGE'],
});

export const getChangeRequest = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a change request, merged with what is stored now',
  access: 'user',
  programs: 'read',
  result: changeRequestSchema,
});

export const createChangeRequest = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'File a change that is not applied yet, or keep it as a draft',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  body: changeRequestDraftSchema,
  result: changeRequestSchema,
  status: 201,
  errors: [...REQUEST_CODES, 'EDITS_CONFLICT'],
});

export const previewChangeRequest = endpoint({
  method: 'POST',
  path: `${LIST}/preview`,
  summary:
    'Show what a change request would do, and what keeps it from being applied; stores nothing',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  body: changeRequestDraftSchema,
  result: changeRequestSchema,
  errors: REQUEST_CODES,
});

export const updateChangeRequest = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change what a request is about, until a step is applied',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  body: changeRequestDraftSchema,
  result: changeRequestSchema,
  errors: [...REQUEST_CODES, 'WRONG_REQUEST_STATE', 'EDITS_CONFLICT'],
});

export const deleteChangeRequest = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a draft',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  status: 204,
  errors: ['WRONG_REQUEST_STATE'],
});

export const reviewChangeRequest = endpoint({
  method: 'POST',
  path: `${ONE}/reviews`,
  summary: 'Approve or reject what a request is about, or comment on it',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'refused',
  body: z.object({
    verdict: documented(draftText, { description: '`APPROVED`, `REJECTED` or `COMMENT`.' }),
    digest: documented(draftText, {
      description: 'Of what was looked at; another one is refused.',
    }),
    comment: draftText,
  }),
  result: changeRequestSchema,
  errors: [
    'EMPTY_COMMENT',
    'COMMENT_TOO_LONG',
    'INVALID_CHARACTERS',
    'OWN_REQUEST',
    'WRONG_REQUEST_STATE',
  ],
});

export const actOnChangeRequest = endpoint({
  method: 'POST',
  path: `${ONE}/actions`,
  summary: 'Submit, apply, hold, resume, roll back, withdraw or take over a request',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  body: z.object({
    action: draftText,
    choices: documented(z.optional(z.record(z.string(), z.enum(['MINE', 'THEIRS']))), {
      description:
        'For RESUME after a conflict, and SUBMIT of a draft with overlaps: for each the change that stays.',
    }),
  }),
  result: changeRequestSchema,
  errors: [...REQUEST_CODES, 'WRONG_REQUEST_STATE', 'EDITS_CONFLICT'],
});
