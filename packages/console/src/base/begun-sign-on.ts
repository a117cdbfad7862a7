import { leaveToComeBack } from '../ui/forms/leaving.ts';

/** What a sign-on is for, besides logging in. */
type SignOnPurpose = 'LOGIN' | 'LINK' | 'CONFIRM' | 'TEST';

/** What this tab keeps while its user is at a provider. */
export interface BegunSignOn {
  readonly purpose: SignOnPurpose;
  /** Of 256 bits. Whoever has only the ticket, such as the author of a planted link, opens nothing. Source: IDN-12. */
  readonly verifier: string;
  /** What the provider is called. */
  readonly provider: string;
  /** The address that begins again. */
  readonly again: string;
  readonly providerId?: string;
  /** The e-mail of who only stays logged in; absent for who logs in. */
  readonly stayAs?: string;
}

const KEY = 'comporta.sign-on';

/** Whether this page may hash: browsers allow it over https, and on this machine. */
export function maySignOn(): boolean {
  return globalThis.crypto.subtle !== undefined;
}

interface Beginning extends Pick<BegunSignOn, 'purpose' | 'again' | 'providerId' | 'stayAs'> {
  readonly ask: (verifierHash: string) => Promise<{
    readonly name: string;
    readonly publicUrl: string;
    readonly location: string;
  }>;
}

/**
 * Leaves this page for the provider. Rejects as `ask` does. Where this page is not at the service's public address, it goes
 * there first: the provider leads back to it, and a browser shows what it keeps only to the address where it was kept.
 */
export async function leaveForProvider({ ask, ...begun }: Beginning): Promise<void> {
  const verifier = inText(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const { name, publicUrl, location } = await ask(inText(new Uint8Array(hash)));
  if (new URL(publicUrl).origin !== window.location.origin) {
    leaveToComeBack(publicUrl + begun.again);
    return;
  }
  const kept: BegunSignOn = { ...begun, verifier, provider: name };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  leaveToComeBack(location);
}

/** What was begun here; it can be taken once. */
export function takeBegunSignOn(): BegunSignOn | undefined {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // Only this page writes it.
  return kept === null ? undefined : (JSON.parse(kept) as BegunSignOn);
}

/** What a provider has led back with, for the page that had begun. */
export interface LandedSignOn {
  readonly ticket: string | null;
  readonly verifier: string;
  /** A code, in place of a ticket. */
  readonly error: string | null;
  /** More of it, for who tests a provider. */
  readonly reason: string | null;
  readonly providerId: string | undefined;
}

let landed: (LandedSignOn & Pick<BegunSignOn, 'purpose'>) | undefined;

/** Hands it to the page that is shown next. It is in no address and in no storage. */
export function handOver(sign: LandedSignOn & Pick<BegunSignOn, 'purpose'>): void {
  landed = sign;
}

/** What was handed over for a purpose; it can be taken once. */
export function takeLandedSignOn(purpose: BegunSignOn['purpose']): LandedSignOn | undefined {
  if (landed?.purpose !== purpose) return undefined;
  const taken = landed;
  landed = undefined;
  return taken;
}

/** In base64url. */
function inText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
