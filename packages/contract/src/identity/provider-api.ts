import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ticketSchema } from './identity-api.ts';
import { PROVIDER_CODES, providerDraftSchema, providerSchema } from './provider.ts';
import { providerTestSchema } from './provider-test.ts';

const LIST = '/api/accounts/providers';
const ONE = '/api/accounts/providers/:id';

// Without those of the checks: a list that names them would load the checks with the addresses, on every screen.
const SAVE_CODES = [
  'UNKNOWN_APPLICATION',
  'ISSUER_UNREACHABLE',
  'DUPLICATE_SLUG',
  'ENCRYPTION_KEY_MISSING',
] as const;

export const listProviders = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the OpenID Connect providers of the account, sorted by name',
  access: 'admin',
  programs: 'refused',
  result: z.array(providerSchema),
});

export const getProvider = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a provider; its client secret is never answered',
  access: 'admin',
  programs: 'refused',
  result: providerSchema,
});

export const createProvider = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Add a provider; its discovery document is read',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  body: providerDraftSchema,
  result: providerSchema,
  status: 201,
  errors: [...PROVIDER_CODES, ...SAVE_CODES, 'MAX_PROVIDERS_REACHED'],
});

export const updateProvider = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a provider',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  body: providerDraftSchema,
  result: providerSchema,
  errors: [...PROVIDER_CODES, ...SAVE_CODES, 'SSO_ENFORCED'],
});

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a provider with the identities that it vouches for; what its groups gave stays',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  status: 204,
  errors: ['SSO_ENFORCED'],
});

export const testProvider = endpoint({
  method: 'POST',
  path: `${ONE}/test`,
  summary: 'Say what the ticket of a test sign-in would give; writes only when that was',
  access: 'admin',
  programs: 'refused',
  body: ticketSchema,
  result: providerTestSchema,
  errors: ['SSO_EXPIRED'],
});
