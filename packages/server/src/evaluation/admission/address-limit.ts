import { openBuckets } from '../../platform/base/rate-limit.ts';
import type { Caller } from './caller.ts';

/** How many seconds' worth of points an address may take at once; of calls, it is one second's. Source: FAIR-03, T14. */
const BURST_SECONDS = 10;

/** What one network may take of an environment with its client key. */
export interface AddressLimit {
  /** How long until a call with these points fits, in milliseconds; 0 when it does, and where nothing is limited. */
  missingMs(caller: Caller, points: number): number;
  takeCall(caller: Caller, points: number): void;
  /** The same for the rest of a call that was already counted, and some of its points taken. */
  missingRestMs(caller: Caller, call: PartlyTaken): number;
  takeRest(caller: Caller, call: PartlyTaken): void;
}

export interface PartlyTaken {
  readonly taken: number;
  readonly total: number;
}

export interface AddressLimits {
  readonly clientRequestsPerSecond: number;
  readonly clientPointsPerSecond: number;
}

export function openAddressLimit(limits: AddressLimits, now: () => number): AddressLimit {
  const { clientRequestsPerSecond: callRate, clientPointsPerSecond: pointRate } = limits;
  const burst = BURST_SECONDS * pointRate;
  const calls = openBuckets(callRate, callRate, now);
  const points = openBuckets(pointRate, burst, now);
  // Both capped: a call that costs more than the burst is taken by an idle bucket, in parts as well.
  const restOf = ({ taken, total }: PartlyTaken) => Math.min(total, burst) - Math.min(taken, burst);

  return {
    missingMs: ({ address }, cost) =>
      address === undefined
        ? 0
        : Math.max(calls.missingMs(address, 1), points.missingMs(address, cost)),
    takeCall({ address }, cost) {
      if (address === undefined) return;
      calls.take(address, 1);
      points.take(address, cost);
    },
    missingRestMs: ({ address }, call) =>
      address === undefined ? 0 : points.missingMs(address, restOf(call)),
    takeRest({ address }, call) {
      if (address !== undefined) points.take(address, restOf(call));
    },
  };
}

/** The seconds that a caller is told to wait. */
export function retryAfterOf(missingMs: number): number {
  return Math.max(1, Math.ceil(missingMs / 1000));
}
