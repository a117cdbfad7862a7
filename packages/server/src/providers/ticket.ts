import { makeChallenge, takeChallenge } from '../identity/challenges.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Claims } from './sign-on.ts';
import type { SignOnPurpose, SignOnState } from './sign-on-state.ts';

/** What a provider has said, for the browser that began. */
export interface Ticket extends Pick<SignOnState, 'providerId' | 'purpose' | 'verifierHash'> {
  readonly claims: Claims;
}

const SECONDS = 60;
const CLAIMS_MAX_CHARS = 64 * 1024;

/** Rejects with SSO_INVALID where a provider says more of somebody than anybody needs. */
export function makeTicket(
  sql: Sql,
  { providerId, purpose, verifierHash, userId }: SignOnState,
  claims: Claims,
): Promise<string> {
  if (JSON.stringify(claims).length > CLAIMS_MAX_CHARS) throw new Rejection('SSO_INVALID');
  const data: Ticket = { providerId, purpose, verifierHash, claims };
  return makeChallenge(sql, {
    kind: 'TICKET',
    ...(userId !== null && { userId }),
    data,
    seconds: SECONDS,
  });
}

interface Presented {
  readonly ticket: string;
  /** The secret of the browser that began. */
  readonly verifier: string;
  readonly purpose: SignOnPurpose;
  /** Who began; null for a login. */
  readonly userId: string | null;
}

/**
 * Uses a ticket up. It opens nothing in another browser, for another purpose, or for another user than began it. Rejects
 * with SSO_EXPIRED.
 */
export async function useTicket(
  sql: Sql,
  { ticket, verifier, purpose, userId }: Presented,
): Promise<Ticket> {
  const taken = await takeChallenge(sql, { kind: 'TICKET', secret: ticket });
  // Stored by `makeTicket`.
  const data = taken?.data as Ticket | undefined;
  const isTheirs =
    data?.purpose === purpose &&
    (taken?.userId ?? null) === userId &&
    data.verifierHash === hashSecret(verifier);
  if (data === undefined || !isTheirs) throw new Rejection('SSO_EXPIRED');
  return data;
}
