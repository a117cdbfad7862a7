import * as api from '@comporta/contract/accounts/account-api';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { createAccount } from './create-account.ts';

/** Each sends a mail to an address that nobody has shown to be theirs. */
const SIGN_UPS_PER_ADDRESS = 10;

export function accountRoutes(
  { routeAfter }: Server,
  config: Pick<Config, 'signup' | 'defaultPlan' | 'publicUrl'>,
): void {
  const takeSignUp = createRateLimit(SIGN_UPS_PER_ADDRESS);

  routeAfter(
    api.createAccount,
    async ({ address }) => takeSignUp(address),
    (call) => createAccount(call, config),
  );
}
