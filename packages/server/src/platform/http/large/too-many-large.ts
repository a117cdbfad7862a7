import { Rejection } from '../../base/rejection.ts';

const RETRY_AFTER_SECONDS = 5;

/** The refusal of an export or import beside as many others as a node does at once. Source: FAIR-43. */
export function tooManyLarge(): Rejection {
  return new Rejection('RATE_LIMITED', { limit: 'LARGE', retry_after: RETRY_AFTER_SECONDS });
}
