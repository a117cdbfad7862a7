import { endpoint } from '../endpoint.ts';
import { changePolicyDraftSchema, changePolicySchema } from './change-policy.ts';

const ONE = '/api/apps/:appId/envs/:envId/change-policy';

export const getChangePolicy = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get what changes of an environment need',
  access: 'user',
  accountKey: 'accepted',
  result: changePolicySchema,
});

export const updateChangePolicy = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Say what changes of an environment need',
  access: 'admin',
  accountKey: 'refused',
  body: changePolicyDraftSchema,
  result: changePolicySchema,
  errors: ['INVALID_APPROVALS'],
});
