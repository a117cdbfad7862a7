import { endpoint } from '../endpoint.ts';
import { limitsSchema } from './limits.ts';

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/accounts/limits',
  summary: 'Get how many applications, toggles and users the account has and may have',
  access: 'user',
  programs: 'read',
  result: limitsSchema,
});
