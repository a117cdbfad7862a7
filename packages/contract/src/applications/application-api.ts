import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  APPLICATION_CODES,
  applicationDraftSchema,
  applicationEditSchema,
  applicationSchema,
  applicationSummarySchema,
} from './application.ts';

const LIST = '/api/apps';
const ONE = '/api/apps/:appId';

export const listApplications = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the applications that the caller may open, sorted by name',
  access: 'user',
  programs: 'read',
  result: z.array(applicationSummarySchema),
});

export const getApplication = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get an application with its environments, in their order',
  access: 'user',
  programs: 'read',
  result: applicationSchema,
});

export const createApplication = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create an application with its environments',
  access: 'admin',
  programs: 'settings',
  body: applicationDraftSchema,
  result: applicationSchema,
  status: 201,
  errors: [
    ...APPLICATION_CODES,
    'DUPLICATE_NAME',
    'MAX_APP_LIMIT_REACHED',
    'MAX_ENVIRONMENTS_LIMIT_REACHED',
  ],
});

export const updateApplication = endpoint({
  method: 'PUT',
  path: ONE,
  summary:
    'Change an application. Environments that are left out are removed; one with experiments only if its id is in removeEnvironments',
  access: 'user',
  programs: 'settings',
  body: applicationEditSchema,
  result: applicationSchema,
  errors: [
    ...APPLICATION_CODES,
    'DUPLICATE_NAME',
    'MAX_ENVIRONMENTS_LIMIT_REACHED',
    'ENVIRONMENT_IN_USE',
  ],
});

export const deleteApplication = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an application with everything in it; its keys stop working at once',
  access: 'admin',
  programs: 'settings',
  status: 204,
});
