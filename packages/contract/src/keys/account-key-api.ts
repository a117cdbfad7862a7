import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { accountKeySchema, newAccountKeySchema } from './account-key.ts';
import { KEY_REQUEST_CODES, keyRequestSchema } from './key-request.ts';

export const listAccountKeys = endpoint({
  method: 'GET',
  path: '/api/accounts/keys',
  summary: 'List the account keys, masked, oldest first',
  access: 'admin',
  programs: 'refused',
  result: z.array(accountKeySchema),
});

export const createAccountKey = endpoint({
  method: 'POST',
  path: '/api/accounts/keys/new',
  summary: 'Create an account key; only this response shows it',
  access: 'admin',
  programs: 'refused',
  body: keyRequestSchema,
  result: newAccountKeySchema,
  status: 201,
  errors: [...KEY_REQUEST_CODES, 'WRONG_PASSWORD', 'MAX_ACCOUNT_KEYS_REACHED'],
});

export const deleteAccountKey = endpoint({
  method: 'DELETE',
  path: '/api/accounts/keys/:id',
  summary: 'Delete an account key; it stops working at once',
  access: 'admin',
  programs: 'refused',
  status: 204,
});
