import * as api from '@comporta/contract/sessions/password-api';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { changePassword, preparePasswordChange } from './change-password.ts';
import { resetPassword } from './reset-password.ts';
import { prepareNewPassword, setPassword } from './set-password.ts';

const RESETS_PER_ADDRESS = 5;

export function passwordRoutes(
  { routeAfter }: Server,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const takeReset = createRateLimit(RESETS_PER_ADDRESS);
  routeAfter(
    api.requestPasswordReset,
    async ({ address }) => takeReset(address),
    (call) => resetPassword(call, publicUrl),
  );
  routeAfter(api.setPassword, prepareNewPassword, setPassword);
  routeAfter(api.changePassword, preparePasswordChange, changePassword);
}
