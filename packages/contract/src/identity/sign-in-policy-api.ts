import { endpoint } from '../endpoint.ts';
import { savedSignInPolicySchema, signInPolicyDraftSchema } from './sign-in-policy.ts';

const ONE = '/api/accounts/sign-in-policy';

export const getSignInPolicy = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get how the users of the company come in',
  access: 'admin',
  programs: 'refused',
  result: savedSignInPolicySchema,
});

export const updateSignInPolicy = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Say how the users of the company come in; what is not sent stays as it is',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  body: signInPolicyDraftSchema,
  result: savedSignInPolicySchema,
  errors: ['INVALID_POLICY_VALUE', 'SSO_NOT_TESTED', 'EMERGENCY_USER_REQUIRED'],
});
