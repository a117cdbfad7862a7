import { endpoint } from '../endpoint.ts';
import { accountSchema, SIGN_UP_CODES, signUpDraftSchema } from './account.ts';

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Sign up: create a company and its first admin, who is sent a link to set a password',
  access: 'public',
  programs: 'refused',
  body: signUpDraftSchema,
  result: accountSchema,
  status: 201,
  errors: [...SIGN_UP_CODES, 'EMAIL_ALREADY_IN_USE', 'SIGNUP_CLOSED'],
});
