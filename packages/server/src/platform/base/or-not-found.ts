import { Rejection } from './rejection.ts';

/** What was found; what was not is refused as NOT_FOUND, whoever it belongs to. */
export function orNotFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Rejection('NOT_FOUND');
  return thing;
}
