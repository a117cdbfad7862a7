import type { IncomingMessage } from 'node:http';
import { evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { hasOneHost } from '../../process/one-host.ts';
import type { Access } from '../../snapshot/snapshots.ts';
import type { Party } from '../admission/shares.ts';
import { keyOf } from '../authenticate-environment.ts';
import type { DataPlane } from '../data-plane.ts';
import { isMany } from '../prepare-many.ts';

/** A request of a server for one toggle or all, with nothing special about it. */
export interface PlainQuestion {
  readonly access: Access;
  readonly party: Party;
  /** Undefined when all toggles are asked for. */
  readonly toggle: string | undefined;
  readonly request: IncomingMessage;
  readonly askedAtMs: number;
}

const ALL = evaluateFlags.path;
/** Names that need no encoding in an address; the router takes no longer ones. */
const NAME = /^\/[\w.~-]{1,100}$/;
const JSON_BODY = /^application\/json(; ?charset=utf-8)?$/i;
const MAX_BODY_BYTES = 16 * 1024;
/** A request with one of these headers needs more than an evaluation, or is encoded differently. */
const SPECIAL = [
  'content-encoding',
  'if-none-match',
  'origin',
  'traceparent',
  'transfer-encoding',
] as const;

/**
 * Reads a plain request of a server from its head; undefined for any other. Only environment keys that were used before
 * count as plain: unknown keys and client keys are left to the routes.
 */
export function plainQuestionOf(
  { snapshots, stopping, admission }: DataPlane,
  request: IncomingMessage,
): PlainQuestion | undefined {
  const { method, url = '' } = request;
  if (method !== 'POST' || !url.startsWith(ALL) || stopping.aborted) return undefined;
  const rest = url.slice(ALL.length);
  if ((rest !== '' && !NAME.test(rest)) || !hasPlainHead(request)) return undefined;
  const access = snapshots.ofKnownKey(keyOf(request) ?? '');
  if (access?.kind !== 'ENVIRONMENT_KEY') return undefined;
  const party = admission.passing(access);
  if (party === undefined) return undefined; // The route holds the call of a company that had its share.
  const toggle = rest === '' ? undefined : rest.slice(1);
  if (toggle === undefined && !isShortWork(request, access)) return undefined;
  return { access, party, toggle, request, askedAtMs: performance.now() };
}

function hasPlainHead({ headers, rawHeaders }: IncomingMessage): boolean {
  const bodyBytes = Number(headers['content-length']);
  return (
    bodyBytes > 0 &&
    bodyBytes <= MAX_BODY_BYTES &&
    JSON_BODY.test(headers['content-type'] ?? '') &&
    SPECIAL.every((name) => headers[name] === undefined) &&
    hasOneHost(rawHeaders)
  );
}

/** The routes evaluate thousands of toggles in short turns, and compress in a thread; neither is done here. */
function isShortWork({ headers }: IncomingMessage, { environment }: Access): boolean {
  return headers['accept-encoding'] === undefined && !isMany(environment.snapshot.compiled.toggles);
}
