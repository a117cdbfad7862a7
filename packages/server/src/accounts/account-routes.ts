import { checkSignUp } from '@comporta/contract/accounts/account';
import * as api from '@comporta/contract/accounts/account-api';
import { networkOf } from '../platform/base/network.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { createAccount } from './create-account.ts';

/** Sign-ups are limited because each sends a mail to an address whose ownership nobody has proven. */
const SIGN_UPS_PER_ADDRESS = 10;
const SIGN_UPS_PER_EMAIL = 3;
const PER_EMAIL_WINDOW_MS = 15 * 60_000;

export function accountRoutes(
  { routeAfter }: Server,
  config: Pick<Config, 'signup' | 'defaultPlan'>,
): void {
  const takeSignUp = createRateLimit(SIGN_UPS_PER_ADDRESS);
  const takeEmail = createRateLimit(SIGN_UPS_PER_EMAIL, PER_EMAIL_WINDOW_MS);

  routeAfter(
    api.createAccount,
    async ({ address, body }) => {
      takeSignUp(networkOf(address));
      takeEmail(valueOrReject(checkSignUp(body)).userEmail);
    },
    (call) => createAccount(call, config),
  );
}
