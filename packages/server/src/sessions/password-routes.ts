import * as api from '@comporta/contract/sessions/password-api';
import type { Config } from '../config.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import type { Server } from '../platform/route.ts';
import { changePassword, preparePasswordChange } from './change-password.ts';
import { resetPassword } from './reset-password.ts';
import { prepareNewPassword, setPassword } from './set-password.ts';

const RESETS_PER_ADDRESS = 5;

export function passwordRoutes({ routeAfter }: Server, { publicUrl }: Config): void {
  const takeReset = createRateLimit(RESETS_PER_ADDRESS);
  routeAfter(
    api.requestPasswordReset,
    async ({ address }) => takeReset(address),
    async (call) => {
      await resetPassword(call, publicUrl);
      return undefined;
    },
  );
  routeAfter(api.setPassword, prepareNewPassword, async (call, passwordHash) => {
    await setPassword(call, passwordHash);
    return undefined;
  });
  routeAfter(api.changePassword, preparePasswordChange, async (call, passwordHash) => {
    await changePassword(call, passwordHash);
    return undefined;
  });
}
