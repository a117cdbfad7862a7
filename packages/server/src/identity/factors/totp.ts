import { timingSafeEqual } from 'node:crypto';
import { readCode } from '@comporta/contract/identity/read-code';

/** RFC 6238 as every authenticator app knows it. Source: IDN-30. */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const FORM = { algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS } as const;

/** Loaded at first use: most nodes never see a code. */
const loadLibrary = () => import('otpauth');

export interface TypedCode {
  /** The app's secret, in base32. */
  readonly secret: string;
  readonly typed: string;
  /** Unix seconds. */
  readonly now: number;
  /** The newest step that was used up. */
  readonly lastStep: number | null;
}

/**
 * The step of the app's clock that a code uses up: the current one, the one before or the one after. Null when the code
 * belongs to none of them, or its step or a later one is used up.
 */
export async function totpStep(typed: TypedCode): Promise<number | null> {
  const code = readCode('APP', typed.typed);
  if (code === null) return null;
  const { TOTP, Secret } = await loadLibrary();
  const app = new TOTP({ ...FORM, secret: Secret.fromBase32(typed.secret) });
  const current = Math.floor(typed.now / STEP_SECONDS);
  const step = [current, current - 1, current + 1].find(
    (step) =>
      step >= 0 &&
      (typed.lastStep === null || step > typed.lastStep) &&
      isSame(app.generate({ timestamp: step * STEP_SECONDS * 1000 }), code),
  );
  return step ?? null;
}

function isSame(expected: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(code)); // Both have six digits.
}

/** A new secret of an app, in base32. */
export async function newAppSecret(): Promise<string> {
  const { Secret } = await loadLibrary();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code says: the address that an app reads the secret from. */
export async function appAddress(named: {
  readonly secret: string;
  readonly issuer: string;
  readonly label: string;
}): Promise<string> {
  const { TOTP, Secret } = await loadLibrary();
  return new TOTP({ ...FORM, ...named, secret: Secret.fromBase32(named.secret) }).toString();
}
