import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { personSchema } from '../users/user.ts';
import { changePolicyDraftSchema, changePolicySchema } from './change-policy.ts';

const ONE = '/api/apps/:appId/envs/:envId/change-policy';

export const getChangePolicy = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get what changes of an environment need',
  access: 'user',
  programs: 'read',
  result: changePolicySchema,
});

export const updateChangePolicy = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Say what changes of an environment need',
  access: 'admin',
  programs: 'refused',
  body: changePolicyDraftSchema,
  result: changePolicySchema,
  errors: ['INVALID_APPROVALS'],
});

export const listApprovers = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/envs/:envId/approvers',
  summary: 'List the people who may approve changes of an environment, by name',
  access: 'user',
  programs: 'read',
  result: z.array(personSchema),
});
