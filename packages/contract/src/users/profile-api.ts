import { endpoint } from '../endpoint.ts';
import { PROFILE_CODES, profileDraftSchema, profileSchema } from './user.ts';

const OWN = '/api/users/me';

export const getProfile = endpoint({
  method: 'GET',
  path: OWN,
  summary: "Get the caller's own user",
  access: 'user',
  programs: 'refused',
  result: profileSchema,
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: OWN,
  summary: "Change the caller's name; the e-mail address cannot change",
  access: 'user',
  programs: 'refused',
  body: profileDraftSchema,
  result: profileSchema,
  errors: PROFILE_CODES,
});
