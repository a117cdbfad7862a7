import { networkOf } from '../platform/base/network.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';

const SECOND_MS = 1_000;

/** Rejects with RATE_LIMITED when one network sends more requests per second with a client key than the limit. */
export type ClientLimit = (environmentId: string, address: string) => void;

export function createClientLimit(perSecond: number): ClientLimit {
  const take = createRateLimit(perSecond, SECOND_MS);
  return (environmentId, address) => take(`${environmentId} ${networkOf(address)}`);
}
