import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { TOGGLE_CODES, toggleDraftSchema, toggleSchema } from './toggle.ts';

const LIST = '/api/apps/:appId/toggles';
const ONE = '/api/apps/:appId/toggles/:id';

export const listToggles = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the toggles of an application, by name',
  access: 'user',
  accountKey: 'accepted',
  result: z.array(toggleSchema),
  status: 200,
  errors: [],
});

export const getToggle = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a toggle',
  access: 'user',
  accountKey: 'accepted',
  result: toggleSchema,
  status: 200,
  errors: [],
});

export const createToggle = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a toggle',
  access: 'user',
  accountKey: 'accepted',
  body: toggleDraftSchema,
  result: toggleSchema,
  status: 201,
  errors: [...TOGGLE_CODES, 'UNKNOWN_OWNER', 'DUPLICATE_NAME', 'MAX_FEATURE_TOGGLES_LIMIT_REACHED'],
});

export const updateToggle = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change the description, the values, the default or the value type of a toggle',
  access: 'user',
  accountKey: 'accepted',
  body: toggleDraftSchema,
  result: toggleSchema,
  status: 200,
  errors: [...TOGGLE_CODES, 'UNKNOWN_OWNER', 'NAME_LOCKED', 'VALUE_IN_USE'],
});

export const archiveToggle = endpoint({
  method: 'POST',
  path: `${ONE}/archive`,
  summary: 'Archive a toggle that no experiment is about and none depends on; its answers stay',
  access: 'user',
  accountKey: 'accepted',
  result: toggleSchema,
  status: 200,
  errors: ['EXPERIMENT_EXISTS', 'EXPERIMENT_DEPENDENCY_EXISTS'],
});

export const unarchiveToggle = endpoint({
  method: 'POST',
  path: `${ONE}/unarchive`,
  summary: 'Bring an archived toggle back to lists and pickers',
  access: 'user',
  accountKey: 'accepted',
  result: toggleSchema,
  status: 200,
  errors: [],
});

export const deleteToggle = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a toggle that no experiment is about and none depends on',
  access: 'user',
  accountKey: 'accepted',
  status: 204,
  errors: ['EXPERIMENT_EXISTS', 'EXPERIMENT_DEPENDENCY_EXISTS'],
});
