import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  administratorSchema,
  createdUserSchema,
  personSchema,
  USER_CODES,
  userDraftSchema,
  userSchema,
} from './user.ts';

const LIST = '/api/users';
const ONE = '/api/users/:id';

export const listUsers = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the users of the account, sorted by name',
  access: 'admin',
  programs: 'refused',
  result: z.array(userSchema),
});

export const getUser = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a user',
  access: 'admin',
  programs: 'refused',
  result: userSchema,
});

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/accounts/administrators',
  summary: 'List the active admins of the account, sorted by name',
  access: 'user',
  programs: 'read',
  result: z.array(administratorSchema),
});

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/people',
  summary:
    'List the active users who can open an application, sorted by name; they may own its toggles',
  access: 'user',
  programs: 'read',
  result: z.array(personSchema),
});

export const createUser = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a user and send them a link to set a password',
  access: 'admin',
  programs: 'refused',
  body: userDraftSchema,
  result: createdUserSchema,
  status: 201,
  errors: [...USER_CODES, 'UNKNOWN_APPLICATION', 'EMAIL_ALREADY_IN_USE', 'MAX_USERS_LIMIT_REACHED'],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a user; the e-mail address cannot change',
  access: 'admin',
  programs: 'refused',
  body: userDraftSchema,
  result: userSchema,
  errors: [
    ...USER_CODES,
    'UNKNOWN_APPLICATION',
    'SELF_ADMIN_CHANGE_FORBIDDEN',
    'LAST_ADMIN',
    'EMERGENCY_USER_REQUIRED',
    'MANAGED_BY_PROVIDER',
  ],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a user; their sessions end at once',
  access: 'admin',
  programs: 'refused',
  status: 204,
  errors: ['SELF_DELETION_FORBIDDEN', 'LAST_ADMIN', 'EMERGENCY_USER_REQUIRED'],
});
