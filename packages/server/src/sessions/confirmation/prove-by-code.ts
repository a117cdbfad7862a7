import { useAppCode } from '../../identity/factors/use-app-code.ts';
import type { Sealing } from '../../identity/sealing.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Proof } from './confirm.ts';

/**
 * A code of the app confirms; a wrong one counts, too. Whoever is logged in counts as a known browser: strangers who guess at
 * the login keep nobody from confirming, and a slip here is no sign-in that a mail would have to tell. Source: IDN-32, IDN-44.
 */
export function proveByCode(sealing: Sealing): Proof {
  return async ({ sql, actor, body }) => {
    const typed = { userId: actor.id, typed: body.code, isKnown: true, sealing };
    const wrong = await useAppCode(sql, typed);
    const isWrong = wrong?.refusal.code === 'WRONG_CODE';
    return isWrong ? new Rejection('WRONG_CONFIRMATION', { at: ['code'] }) : wrong?.refusal;
  };
}
