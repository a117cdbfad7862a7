import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { VIEW_CODES, viewDraftSchema, viewSchema } from './view.ts';

const LIST = '/api/apps/:appId/views';
const ONE = '/api/apps/:appId/views/:id';

export const listViews = endpoint({
  method: 'GET',
  path: LIST,
  summary: "List the caller's views of the toggle list and those that others share, sorted by name",
  access: 'user',
  programs: 'refused',
  result: z.array(viewSchema),
});

export const createView = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Save a query of the toggle list under a name',
  access: 'user',
  needs: 'VIEWER',
  programs: 'refused',
  body: viewDraftSchema,
  result: viewSchema,
  status: 201,
  errors: [...VIEW_CODES, 'DUPLICATE_NAME'],
});

export const updateView = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a view; only its creator may, or an admin if it is shared',
  access: 'user',
  needs: 'VIEWER',
  programs: 'refused',
  body: viewDraftSchema,
  result: viewSchema,
  errors: [...VIEW_CODES, 'DUPLICATE_NAME'],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a view; only its creator may, or an admin if it is shared',
  access: 'user',
  needs: 'VIEWER',
  programs: 'refused',
  status: 204,
});
