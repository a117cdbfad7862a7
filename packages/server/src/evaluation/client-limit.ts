import { networkOf } from '../platform/base/network.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';

const SECOND_MS = 1_000;

/** Refuses with RATE_LIMITED what one address asks of an environment with its client key beyond so much a second. */
export type ClientLimit = (environmentId: string, address: string) => void;

export function createClientLimit(perSecond: number): ClientLimit {
  const take = createRateLimit(perSecond, SECOND_MS);
  return (environmentId, address) => take(`${environmentId} ${networkOf(address)}`);
}
