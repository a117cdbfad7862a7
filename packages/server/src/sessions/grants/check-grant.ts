import { networkOf } from '../../platform/base/network.ts';
import { createRateLimit } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Completion, Grant, TokenCall } from './grant.ts';

/** Of all grant types together. */
const PER_NETWORK = 100;

/** Leads a request to the way in that it names. Rejects with UNSUPPORTED_GRANT_TYPE or RATE_LIMITED. */
export function checkGrants(
  grants: Readonly<Record<string, Grant>>,
): (call: TokenCall) => Promise<Completion> {
  const takePerNetwork = createRateLimit(PER_NETWORK);
  return async (call) => {
    const { grant_type: type } = call.body;
    const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (grant === undefined) throw new Rejection('UNSUPPORTED_GRANT_TYPE');
    takePerNetwork(networkOf(call.address));
    return grant(call);
  };
}
