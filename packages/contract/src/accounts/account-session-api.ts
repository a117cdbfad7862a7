import { endpoint } from '../endpoint.ts';

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/accounts/sessions',
  summary: 'Log out everybody in the company except the caller',
  access: 'admin',
  programs: 'refused',
  status: 204,
});
