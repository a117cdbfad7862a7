import { lengthOf } from '@comporta/contract/problem';
import { isVisibleInLines, normalizeText } from '@comporta/contract/visible-text';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import type { ChangeSaid } from '../callers/caller.ts';

export const REASON_MAX_CHARS = 500;
const REASON = 'Change-Reason';
const BYPASS = 'Change-Bypass';

/** What a write says of its changes; undefined for most. Rejects with INVALID_BODY and LIMIT_EXCEEDED. Source: SAF-27, SAF-28. */
export function changeSaidIn({ headers }: Pick<FastifyRequest, 'headers'>): ChangeSaid | undefined {
  // Node writes the names of headers in lower case.
  const [sent, bypass] = [REASON, BYPASS].map((name) => headers[name.toLowerCase()]);
  if (sent === undefined && bypass === undefined) return undefined;
  return {
    reason: typeof sent === 'string' ? readReason(sent) : undefined,
    bypass: bypass === 'true',
  };
}

/** Headers hold ASCII only, so that the text is percent-encoded. */
function readReason(sent: string): string | undefined {
  let text: string;
  try {
    text = normalizeText(decodeURIComponent(sent));
  } catch {
    throw new Rejection('INVALID_BODY', { field: REASON });
  }
  if (!isVisibleInLines(text)) throw new Rejection('INVALID_BODY', { field: REASON });
  if (lengthOf(text) > REASON_MAX_CHARS) {
    throw new Rejection('LIMIT_EXCEEDED', { field: REASON, limit: REASON_MAX_CHARS });
  }
  return text === '' ? undefined : text;
}
