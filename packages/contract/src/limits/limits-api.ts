import { endpoint } from '../endpoint.ts';
import { limitsSchema } from './limits.ts';

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/accounts/limits',
  summary: 'Get the counts of the account and the limits of its plan',
  access: 'user',
  accountKey: 'accepted',
  result: limitsSchema,
  status: 200,
  errors: [],
});
