import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import type { Access } from '../../snapshot/snapshots.ts';
import type { DataPlane } from '../data-plane.ts';
import { isDecidedByRule } from '../decided-by-rule.ts';
import { audienceOf, type Bulk } from './audience.ts';

/** Notes that a key was used. */
export function noteAsked(
  { lastSeen }: DataPlane,
  { kind, keyHash, environment: { id } }: Access,
  headers: IncomingHttpHeaders,
): void {
  lastSeen.seen(id, headers['user-agent'], keyHash);
  if (headers.origin !== undefined && kind === 'ENVIRONMENT_KEY') lastSeen.seenInPage(id);
}

/** Notes the outcome of one toggle. Must be called right after the evaluation. */
export function noteOne(
  { lastSeen, measuring }: DataPlane,
  access: Access,
  { outcome, context }: { readonly outcome: Outcome; readonly context: Context },
): void {
  measuring?.recorder.evaluated(access, outcome, context);
  lastSeen.ruleServed(access.environment.id, () => isDecidedByRule(outcome));
}

/** Notes that a client asked for all toggles. */
export function notePrefetched({ measuring }: DataPlane, access: Access, context: Context): void {
  measuring?.recorder.prefetched(access, audienceOf(access), context);
}

/** Notes the outcomes of all toggles. */
export function noteBulk({ lastSeen }: DataPlane, { environment }: Access, bulk: Bulk): void {
  lastSeen.ruleServed(environment.id, bulk.isDecidedByRule);
}
