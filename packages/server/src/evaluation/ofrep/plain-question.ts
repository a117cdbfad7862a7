import type { IncomingMessage } from 'node:http';
import { evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { hasOneHost } from '../../platform/http/one-host.ts';
import type { Access } from '../../snapshot/snapshots.ts';
import { keyOf } from '../authenticate-environment.ts';
import type { DataPlane } from '../data-plane.ts';
import { isMany } from '../prepare-many.ts';

/** A server's question for one toggle or all, with nothing special about it. */
export interface PlainQuestion {
  readonly access: Access;
  /** Absent where all toggles are asked for. */
  readonly toggle: string | undefined;
  readonly request: IncomingMessage;
  readonly askedAtMs: number;
}

const ALL = evaluateFlags.path;
/** Names that stand in an address as they are; the router takes none that are longer. */
const NAME = /^\/[\w.~-]{1,100}$/;
const JSON_BODY = /^application\/json(; ?charset=utf-8)?$/i;
const MAX_BODY_BYTES = 16 * 1024;
/** Who sends one of these wants more than to have something evaluated, or says it in another way. */
const SPECIAL = [
  'content-encoding',
  'if-none-match',
  'origin',
  'traceparent',
  'transfer-encoding',
] as const;

/**
 * What a plain request of a server asks, by its head. Its key was asked with before: which others open something, and what
 * a client key may ask, is found out elsewhere.
 */
export function plainQuestionOf(
  { snapshots, stopping }: DataPlane,
  request: IncomingMessage,
): PlainQuestion | undefined {
  const { method, url = '' } = request;
  if (method !== 'POST' || !url.startsWith(ALL) || stopping.aborted) return undefined;
  const rest = url.slice(ALL.length);
  if ((rest !== '' && !NAME.test(rest)) || !hasPlainHead(request)) return undefined;
  const access = snapshots.ofKnownKey(keyOf(request) ?? '');
  if (access?.kind !== 'ENVIRONMENT_KEY') return undefined;
  const toggle = rest === '' ? undefined : rest.slice(1);
  if (toggle === undefined && !isShortWork(request, access)) return undefined;
  return { access, toggle, request, askedAtMs: performance.now() };
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

/** Thousands are evaluated in turns with what others wait for; what is compressed is so in a thread. */
function isShortWork({ headers }: IncomingMessage, { environment }: Access): boolean {
  return headers['accept-encoding'] === undefined && !isMany(environment.snapshot.compiled.toggles);
}
