import type { Sealing } from '../identity/sealing.ts';
import { Rejection } from '../platform/base/rejection.ts';

/** What a sign-on is for. The last three are begun by somebody who is logged in. Source: IDN-12, IDN-83. */
export type SignOnPurpose = 'LOGIN' | 'LINK' | 'CONFIRM' | 'TEST';

/** What is begun; it travels through the provider, sealed, so that a stranger who begins costs no row. */
export interface SignOnState {
  readonly providerId: string;
  readonly purpose: SignOnPurpose;
  /** Who began it; null for a login. */
  readonly userId: string | null;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** SHA-256 of the secret that stays in the browser. */
  readonly verifierHash: string;
}

const PURPOSE = 'sign-on state';
const SECONDS = 600;

/** Rejects with SSO_UNAVAILABLE where the operator has taken the key away. */
export async function sealState(sealing: Sealing, state: SignOnState): Promise<string> {
  const { providerId, ...content } = state;
  const expiresAt = Date.now() + SECONDS * 1000;
  const text = JSON.stringify({ ...content, expiresAt });
  const sealed = await sealing.seal(PURPOSE, providerId, text);
  if (sealed === undefined) throw new Rejection('SSO_UNAVAILABLE');
  return sealed;
}

/** Undefined for what this installation did not seal for this provider, or longer than ten minutes ago. */
export async function openState(
  sealing: Sealing,
  providerId: string,
  sealed: string,
): Promise<SignOnState | undefined> {
  const text = await sealing.open(PURPOSE, providerId, sealed);
  if (text === undefined) return undefined;
  // Sealed by this installation, in the form above.
  const { expiresAt, ...content } = JSON.parse(text) as Omit<SignOnState, 'providerId'> & {
    readonly expiresAt: number;
  };
  return expiresAt > Date.now() ? { providerId, ...content } : undefined;
}
