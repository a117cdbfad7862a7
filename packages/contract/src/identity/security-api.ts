import { endpoint } from '../endpoint.ts';
import {
  appCodeSchema,
  appSetUpSchema,
  challengeSchema,
  recoveryCodesSchema,
  securitySchema,
} from './security.ts';

const OWN = '/api/users/me';
const APP = `${OWN}/app`;

export const getSecurity = endpoint({
  method: 'GET',
  path: `${OWN}/security`,
  summary: 'Get how the caller logs in',
  access: 'user',
  programs: 'refused',
  result: securitySchema,
});

export const beginApp = endpoint({
  method: 'POST',
  path: APP,
  summary: 'Get a secret for an authenticator app, which the next call puts in force',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  result: appSetUpSchema,
  errors: ['ENCRYPTION_KEY_MISSING'],
});

export const saveApp = endpoint({
  method: 'PUT',
  path: APP,
  summary:
    'Put the authenticator app in force with its first code; a first factor ends all other sessions',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  body: appCodeSchema,
  status: 204,
  errors: ['WRONG_CODE', 'CHALLENGE_EXPIRED'],
});

export const removeApp = endpoint({
  method: 'DELETE',
  path: APP,
  summary: 'Remove the authenticator app; recovery codes go with the last factor',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  status: 204,
  errors: ['EMERGENCY_USER_REQUIRED'],
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: `${OWN}/recovery-codes`,
  summary: 'Make new recovery codes; the old ones stop working',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  result: recoveryCodesSchema,
});

export const beginForcedApp = endpoint({
  method: 'POST',
  path: '/oauth/second-factor',
  summary:
    'Get a secret for an authenticator app, where the company requires one before the first session',
  access: 'client',
  programs: 'refused',
  form: true,
  body: challengeSchema,
  result: appSetUpSchema,
  errors: ['CHALLENGE_EXPIRED', 'ENCRYPTION_KEY_MISSING'],
});
