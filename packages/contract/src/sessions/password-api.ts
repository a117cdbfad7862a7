import { endpoint } from '../endpoint.ts';
import {
  NEW_PASSWORD_CODES,
  newPasswordSchema,
  PASSWORD_CHANGE_CODES,
  PASSWORD_RESET_CODES,
  passwordChangeSchema,
  passwordResetSchema,
  passwordRulesSchema,
} from './password.ts';

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/users/reset-password',
  summary:
    'Send a link to set a new password, or the invitation again; at most five calls a minute',
  access: 'public',
  programs: 'refused',
  body: passwordResetSchema,
  status: 204,
  errors: [...PASSWORD_RESET_CODES, 'UNKNOWN_USER'],
});

export const checkPasswordLink = endpoint({
  method: 'GET',
  path: '/api/users/passwords/:requestId',
  summary:
    'Check whether a link to set a password still works, without using it up; at most thirty calls a minute',
  access: 'public',
  programs: 'refused',
  status: 204,
  errors: ['EXPIRED_TOKEN', 'INVALID_TOKEN'],
});

export const getPasswordRules = endpoint({
  method: 'GET',
  path: '/api/users/passwords/:requestId/rules',
  summary:
    'Get what a password must be that is set with this link, and check the link; together with that check at most thirty calls a minute',
  access: 'public',
  programs: 'refused',
  result: passwordRulesSchema,
  errors: ['EXPIRED_TOKEN', 'INVALID_TOKEN'],
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/api/users/passwords/:requestId',
  summary: 'Set the password of the user who was sent the link; ends their sessions',
  access: 'public',
  programs: 'refused',
  body: newPasswordSchema,
  status: 204,
  errors: [...NEW_PASSWORD_CODES, 'EXPIRED_TOKEN', 'INVALID_TOKEN'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/change-password',
  summary: "Change the caller's password; ends all their other sessions",
  access: 'user',
  programs: 'refused',
  body: passwordChangeSchema,
  status: 204,
  errors: [...PASSWORD_CHANGE_CODES, 'WRONG_PASSWORD'],
});
