import { Rejection } from './rejection.ts';

/** Returns the thing, or rejects with NOT_FOUND when it is undefined. */
export function orNotFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Rejection('NOT_FOUND');
  return thing;
}
