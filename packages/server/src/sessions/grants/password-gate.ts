import { networkOf } from '../../platform/base/network.ts';
import { createRateLimit, limitFailures } from '../../platform/base/rate-limit.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import { browserSecretIn } from '../browsers/browser-cookie.ts';
import { findUserOfBrowser } from '../browsers/known-browser-repository.ts';
import type { TokenCall } from './grant.ts';

const PER_EMAIL_AND_NETWORK = 10;
/** Counts all networks together. Source: T07. */
const PER_EMAIL_AND_HOUR = 50;
const PER_KNOWN_BROWSER = 10;
const FAILURES_PER_KNOWN_BROWSER_AND_HOUR = 30;
const HOUR_MS = 60 * 60_000;

/** What the gate knows of a call that it let in. */
export interface Admitted {
  /** Whether the user of the e-mail came in from this browser before. */
  readonly isKnown: boolean;
  /** Call it when the password was right, or was not looked at: it is not counted as wrong. */
  readonly wasNotWrong: () => void;
}

const STRANGER: Admitted = { isKnown: false, wasNotWrong: () => {} };

/**
 * Lets passwords for an e-mail in before they are hashed, or rejects with RATE_LIMITED. Strangers share what they may try,
 * whether a user has the e-mail or not; a browser from which the user came in before has its own tries. So nobody locks
 * somebody out by guessing. Source: IDN-43, S36.
 */
export function createPasswordGate(): (
  call: Pick<TokenCall, 'sql' | 'address' | 'cookie'>,
  email: string,
) => Promise<Admitted> {
  const takePerNetwork = createRateLimit(PER_EMAIL_AND_NETWORK);
  const takePerHour = createRateLimit(PER_EMAIL_AND_HOUR, HOUR_MS);
  const takeKnown = createRateLimit(PER_KNOWN_BROWSER);
  const beginKnown = limitFailures(FAILURES_PER_KNOWN_BROWSER_AND_HOUR, HOUR_MS);

  return async ({ sql, address, cookie }, email) => {
    const secret = browserSecretIn(cookie);
    const userId = secret && (await findUserOfBrowser(sql, secret, email));
    if (secret === undefined || userId === undefined) {
      takePerNetwork(`${email} ${networkOf(address)}`);
      takePerHour(email);
      return STRANGER;
    }
    const key = `${userId} ${hashSecret(secret)}`;
    takeKnown(key);
    return { isKnown: true, wasNotWrong: beginKnown(key) };
  };
}
