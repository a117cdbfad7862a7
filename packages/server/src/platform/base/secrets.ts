import { hash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits, as text that fits a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token or key. Plain SHA-256 is enough because the secrets have 256 random bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
