import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  SIGN_INS_IN_FILE,
  signInFileQuerySchema,
  signInPageSchema,
  signInQuerySchema,
} from './sign-in-log.ts';

const user = { access: 'user', programs: 'refused' } as const;

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/sign-ins',
  summary: 'List the sign-ins of the company, newest first; for a user who is no admin, their own',
  ...user,
  query: signInQuerySchema,
  result: signInPageSchema,
  errors: ['INVALID_PAGE'],
});

export const getSignInsCsv = endpoint({
  method: 'GET',
  path: '/api/sign-ins.csv',
  // Without `toLocaleString`: whoever formats a number loads 8 MB.
  summary: `Get the newest ${SIGN_INS_IN_FILE / 1_000},000 of these sign-ins as CSV`,
  ...user,
  query: signInFileQuerySchema,
  result: z.string(),
  answers: 'text/csv',
});
