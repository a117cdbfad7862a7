import * as api from '@comporta/contract/identity/sign-in-policy-api';
import type { Server } from '../platform/http/route.ts';
import { readSavedPolicy, saveSignInPolicy } from './sign-in-policy/save-sign-in-policy.ts';

export function signInPolicyRoutes({ route }: Server): void {
  route(api.getSignInPolicy, ({ sql, actor }) => readSavedPolicy(sql, actor.accountId));
  route(api.updateSignInPolicy, saveSignInPolicy);
}
