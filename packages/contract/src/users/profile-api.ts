import { endpoint } from '../endpoint.ts';
import { PROFILE_CODES, profileDraftSchema, profileSchema } from './user.ts';

const OWN = '/api/users/me';

export const getProfile = endpoint({
  method: 'GET',
  path: OWN,
  summary: 'Get who is logged in',
  access: 'user',
  accountKey: 'refused',
  result: profileSchema,
  status: 200,
  errors: [],
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: OWN,
  summary: "Change one's own name; the e-mail stays as it is",
  access: 'user',
  accountKey: 'refused',
  body: profileDraftSchema,
  result: profileSchema,
  status: 200,
  errors: PROFILE_CODES,
});
