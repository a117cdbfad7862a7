import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';
import { FREEZE_CODES, freezeDraftSchema, freezeSchema } from './freeze.ts';

const LIST = '/api/apps/:appId/freezes';
const ONE = '/api/apps/:appId/freezes/:id';

const madeSchema = z.extend(freezeSchema, {
  stops: documented(z.readonly(z.array(z.object({ id, number: z.int(), title: z.string() }))), {
    description: 'The change requests whose next step falls into it: they wait.',
  }),
});

export const listFreezes = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the freezes of an application, the last to end first',
  access: 'user',
  programs: 'read',
  result: z.array(freezeSchema),
});

export const createFreeze = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Freeze environments for a time: nothing that users get may change, but for stops',
  access: 'admin',
  programs: 'refused',
  body: freezeDraftSchema,
  result: madeSchema,
  status: 201,
  errors: FREEZE_CODES,
});

export const updateFreeze = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a freeze, or end it',
  access: 'admin',
  programs: 'refused',
  body: freezeDraftSchema,
  result: madeSchema,
  errors: FREEZE_CODES,
});

export const deleteFreeze = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a freeze',
  access: 'admin',
  programs: 'refused',
  status: 204,
});
