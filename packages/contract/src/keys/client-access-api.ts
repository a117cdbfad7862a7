import { endpoint } from '../endpoint.ts';
import {
  CLIENT_ACCESS_CODES,
  clientAccessDraftSchema,
  clientAccessSchema,
} from './client-access.ts';
import { REPLACING_KEY_REQUEST_CODES, replacingKeyRequestSchema } from './key-request.ts';

const PATH = '/api/apps/:appId/env/:envId/client-key';

export const getClientAccess = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Get the client key of an environment and the origins that may use it',
  access: 'user',
  programs: 'read',
  result: clientAccessSchema,
});

export const updateClientAccess = endpoint({
  method: 'PUT',
  path: PATH,
  summary: 'Change the origins whose pages may use the client key; with no origin, any page may',
  access: 'user',
  programs: 'settings',
  body: clientAccessDraftSchema,
  result: clientAccessSchema,
  errors: CLIENT_ACCESS_CODES,
});

export const createClientKey = endpoint({
  method: 'POST',
  path: PATH,
  summary:
    'Generate the client key of an environment; the previous key stops working, at once or after `keepHours`',
  access: 'user',
  programs: 'refused',
  body: replacingKeyRequestSchema,
  result: clientAccessSchema,
  errors: [...REPLACING_KEY_REQUEST_CODES, 'WRONG_PASSWORD'],
});
