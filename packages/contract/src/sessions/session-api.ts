import { endpoint } from '../endpoint.ts';
import { SIGN_ON_CODES } from '../identity/sign-on.ts';
import { revocationSchema, sessionSchema, tokenRequestSchema } from './session.ts';

export const createSession = endpoint({
  method: 'POST',
  path: '/oauth/token',
  summary: 'Log in with e-mail and password; at most ten attempts a minute',
  access: 'client',
  programs: 'refused',
  form: true,
  body: tokenRequestSchema,
  result: sessionSchema,
  errors: [
    ...SIGN_ON_CODES,
    'WRONG_CREDENTIALS',
    'UNSUPPORTED_GRANT_TYPE',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_SETUP_REQUIRED',
    'SSO_REQUIRED',
    'WRONG_CODE',
    'CHALLENGE_EXPIRED',
    'CODES_PAUSED',
    'ENCRYPTION_KEY_MISSING',
    'AUTHORIZATION_PENDING',
    'SLOW_DOWN',
    'EXPIRED_DEVICE_CODE',
    'DEVICE_REFUSED',
    'MAX_TOKENS_REACHED',
  ],
});

export const revokeSession = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'Log out: end the session of a token (RFC 7009); an unknown token is no error',
  access: 'client',
  programs: 'refused',
  form: true,
  body: revocationSchema,
});

export const saveLanguage = endpoint({
  method: 'POST',
  path: '/api/users/me/lang/:lang',
  summary: "Save the caller's language, en or pt",
  access: 'user',
  programs: 'refused',
  status: 204,
  errors: ['INVALID_LANGUAGE'],
});
