import type { CallShares } from '../../platform/http/call-shares.ts';
import type { Call } from './caller.ts';
import { type HeldCalls, untilClosed } from './held-calls.ts';
import { API_POINTS, pointsOfAnswer } from './points.ts';
import type { Shares } from './shares.ts';

/** Calls of people and programs are counted, and wait in their company's turn. They are never refused by it. */
export function peopleShares(shares: Shares, held: HeldCalls): CallShares {
  return {
    admit(company, response) {
      const party = shares.partyOf(company, 'API');
      const caller = { party, environmentId: company, network: undefined, address: undefined };
      const call: Call = { caller, points: API_POINTS };
      const mayPass = !held.isWaiting(caller) && shares.mayPass(party);
      const waiting = mayPass ? undefined : held.hold(call);
      if (waiting === undefined) {
        shares.charge(party, API_POINTS);
        return undefined;
      }
      return untilClosed(waiting, response).then((outcome) => {
        // What it lent is given back: how much it costs is known only as it is answered.
        shares.charge(party, outcome === 'PASSED' ? 0 : API_POINTS, call.lent);
      });
    },
    answered(company, bytes) {
      shares.charge(shares.partyOf(company, 'API'), pointsOfAnswer(bytes));
    },
  };
}
