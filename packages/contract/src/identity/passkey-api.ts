import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  newPasskeyOptionsSchema,
  newPasskeySchema,
  PASSKEY_NAME_CODES,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
} from './passkey.ts';

const OWN = '/api/users/me/passkeys';

export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/oauth/passkey-options',
  summary: 'Get what a browser asks an authenticator with, to log in or for the second step',
  access: 'client',
  programs: 'refused',
  form: true,
  body: z.object({}),
  result: passkeyOptionsSchema,
  errors: ['ENCRYPTION_KEY_MISSING', 'PASSKEYS_NEED_HOST_NAME'],
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: OWN,
  summary: "List the caller's passkeys",
  access: 'user',
  programs: 'refused',
  result: z.array(passkeySchema),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: `${OWN}/options`,
  summary: 'Get what a browser makes a passkey with',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  result: newPasskeyOptionsSchema,
  errors: ['ENCRYPTION_KEY_MISSING', 'PASSKEYS_NEED_HOST_NAME', 'MAX_PASSKEYS_REACHED'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: OWN,
  summary: 'Add the passkey that a browser has made; a first factor ends all other sessions',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  body: newPasskeySchema,
  status: 201,
  result: passkeySchema,
  errors: ['WRONG_PASSKEY', 'PASSKEYS_NEED_HOST_NAME', 'MAX_PASSKEYS_REACHED'],
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: `${OWN}/:id`,
  summary: 'Rename a passkey of the caller',
  access: 'user',
  programs: 'refused',
  body: passkeyNameSchema,
  result: passkeySchema,
  errors: PASSKEY_NAME_CODES,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${OWN}/:id`,
  summary: 'Remove a passkey; recovery codes go with the last factor',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  status: 204,
  errors: ['NOT_FOUND', 'EMERGENCY_USER_REQUIRED'],
});
