import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import type { Access } from '../../snapshot/snapshots.ts';
import type { DataPlane } from '../data-plane.ts';
import { isDecidedByRule } from '../decided-by-rule.ts';
import { laneOf } from '../events/lane-of.ts';
import type { Asker } from '../uses/usage-notes.ts';
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

interface OneEvaluation {
  readonly outcome: Outcome;
  readonly context: Context;
  readonly headers: IncomingHttpHeaders;
}

/** Notes the outcome of one toggle. Must be called right after the evaluation. */
export function noteOne(
  { lastSeen, measuring, usage }: DataPlane,
  access: Access,
  { outcome, context, headers }: OneEvaluation,
): void {
  measuring?.recorder.evaluated(access, outcome, context);
  usage.used(askerOf(access, headers), outcome);
  lastSeen.ruleServed(access.environment.id, () => isDecidedByRule(outcome));
}

/** Notes that a toggle was asked for that there is not. */
export function noteUnknown(
  { usage }: DataPlane,
  access: Access,
  { name, headers }: { readonly name: string; readonly headers: IncomingHttpHeaders },
): void {
  usage.lacked(askerOf(access, headers), name);
}

/** Who asks, for what is noted of programs. */
export function askerOf(access: Access, headers: IncomingHttpHeaders): Asker {
  return { keyHash: access.keyHash, lane: laneOf(access), userAgent: headers['user-agent'] };
}

/** Notes that a client asked for all toggles. */
export function notePrefetched(
  { measuring, usage }: DataPlane,
  access: Access,
  { context, headers, body }: BulkEvaluation,
): void {
  measuring?.recorder.prefetched(access, audienceOf(access), context);
  usage.gotAll(askerOf(access, headers), Object(body).counts === true);
}

interface BulkEvaluation {
  readonly context: Context;
  readonly headers: IncomingHttpHeaders;
  /** Of the request: it may say that the client reports what it uses. */
  readonly body: unknown;
}

/** Notes the outcomes of all toggles. */
export function noteBulk({ lastSeen }: DataPlane, { environment }: Access, bulk: Bulk): void {
  lastSeen.ruleServed(environment.id, bulk.isDecidedByRule);
}
