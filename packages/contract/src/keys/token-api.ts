import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  newTokenSchema,
  ownedTokenSchema,
  TOKEN_CODES,
  tokenDraftSchema,
  tokenSchema,
} from './token.ts';

const OWN = '/api/users/me/tokens';
const ALL = '/api/accounts/tokens';
const SERVICE = '/api/accounts/service-keys';

export const listTokens = endpoint({
  method: 'GET',
  path: OWN,
  summary: "List the caller's personal tokens, masked, oldest first",
  access: 'user',
  programs: 'refused',
  result: z.array(tokenSchema),
});

export const createToken = endpoint({
  method: 'POST',
  path: OWN,
  summary:
    'Make a personal token, which acts in the name of the caller; only this response shows it',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  body: tokenDraftSchema,
  result: newTokenSchema,
  status: 201,
  errors: [...TOKEN_CODES, 'MAX_TOKENS_REACHED'],
});

export const endToken = endpoint({
  method: 'DELETE',
  path: `${OWN}/:id`,
  summary: 'End a personal token; it stops working at once',
  access: 'user',
  programs: 'refused',
  status: 204,
});

export const listAllTokens = endpoint({
  method: 'GET',
  path: ALL,
  summary: 'List the personal tokens of all users, masked, oldest first',
  access: 'admin',
  programs: 'refused',
  result: z.array(ownedTokenSchema),
});

export const endAnyToken = endpoint({
  method: 'DELETE',
  path: `${ALL}/:id`,
  summary: "End any user's personal token; its owner is told",
  access: 'admin',
  programs: 'refused',
  status: 204,
});

export const endAllTokens = endpoint({
  method: 'DELETE',
  path: ALL,
  summary: 'End the personal tokens of all users; their owners are told',
  access: 'admin',
  programs: 'refused',
  status: 204,
});

export const listServiceKeys = endpoint({
  method: 'GET',
  path: SERVICE,
  summary: 'List the service keys, masked, oldest first',
  access: 'admin',
  programs: 'refused',
  result: z.array(tokenSchema),
});

export const createServiceKey = endpoint({
  method: 'POST',
  path: SERVICE,
  summary:
    'Make a service key, which acts as the company within its limits; only this response shows it',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  body: tokenDraftSchema,
  result: newTokenSchema,
  status: 201,
  errors: [...TOKEN_CODES, 'MAX_ACCOUNT_KEYS_REACHED'],
});

export const endServiceKey = endpoint({
  method: 'DELETE',
  path: `${SERVICE}/:id`,
  summary: 'End a service key; it stops working at once',
  access: 'admin',
  programs: 'refused',
  status: 204,
});
