import { normalizeEmail } from '@comporta/contract/email';
import * as api from '@comporta/contract/sessions/password-api';
import { networkOf } from '../platform/base/network.ts';
import { countCalls, createRateLimit } from '../platform/base/rate-limit.ts';
import { readSignInPolicy } from '../platform/callers/sign-in-policy-repository.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { rememberBrowserOfLink } from './browsers/remember-browser.ts';
import { changePassword, preparePasswordChange } from './change-password.ts';
import { resetPassword } from './reset-password.ts';
import {
  prepareNewPassword,
  requireUsableLink,
  type SignUps,
  setPassword,
} from './set-password.ts';

const RESETS_PER_ADDRESS = 5;
/** High enough for an office whose users open their invitations behind one IP address. */
const LINKS_CHECKED_PER_ADDRESS = 30;
/** Limited because each reset sends a mail and invalidates the previous link. Source: T07. */
const RESETS_PER_EMAIL = 3;
const PER_EMAIL_WINDOW_MS = 15 * 60_000;

export function passwordRoutes(
  { route, routeAfter }: Server,
  {
    signup,
    publicUrl,
    signUps,
  }: Pick<Config, 'signup' | 'publicUrl'> & { readonly signUps: SignUps },
): void {
  const takeReset = createRateLimit(RESETS_PER_ADDRESS);
  const takeLinkCheck = createRateLimit(LINKS_CHECKED_PER_ADDRESS);
  const countResets = countCalls(RESETS_PER_EMAIL, PER_EMAIL_WINDOW_MS);
  routeAfter(
    api.requestPasswordReset,
    async ({ address, body }) => {
      takeReset(networkOf(address));
      return countResets(normalizeEmail(body.email)) === undefined;
    },
    (call, sendsMail) => resetPassword(call, sendsMail),
  );
  route(api.checkPasswordLink, async ({ sql, address, params }) => {
    takeLinkCheck(networkOf(address));
    await requireUsableLink(sql, params.requestId);
  });
  route(api.getPasswordRules, async ({ sql, address, params }) => {
    takeLinkCheck(networkOf(address));
    const { accountId } = await requireUsableLink(sql, params.requestId);
    const { passwordMinChars: minChars } = await readSignInPolicy(sql, accountId);
    return { minChars };
  });
  routeAfter(api.setPassword, prepareNewPassword, async (call, passwordHash) => {
    const userId = await setPassword(call, { passwordHash, signup, signUps });
    return rememberBrowserOfLink(call.sql, userId, publicUrl);
  });
  routeAfter(api.changePassword, preparePasswordChange, changePassword);
}
