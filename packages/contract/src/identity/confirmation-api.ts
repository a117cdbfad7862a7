import { endpoint } from '../endpoint.ts';
import { CONFIRMED_MINUTES, confirmationSchema } from './confirmation.ts';

export const confirm = endpoint({
  method: 'POST',
  path: '/api/users/me/confirmation',
  summary: `Confirm that it is you: calls that ask for a confirmation are accepted in this session for ${CONFIRMED_MINUTES} minutes`,
  access: 'user',
  programs: 'refused',
  body: confirmationSchema,
  status: 204,
  errors: ['WRONG_CONFIRMATION', 'CODES_PAUSED', 'ENCRYPTION_KEY_MISSING', 'SSO_EXPIRED'],
});
