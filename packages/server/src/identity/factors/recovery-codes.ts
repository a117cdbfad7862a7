import { randomBytes } from 'node:crypto';
import { readCode } from '@comporta/contract/identity/read-code';
import { RECOVERY_CODES } from '@comporta/contract/identity/security';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { removeRecoveryHash } from './factor-repository.ts';

const BITS = 80;
const BITS_PER_LETTER = 5;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Codes of 80 random bits in base32. Plain SHA-256 is enough for what is stored of them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

function newCode(): string {
  let rest = BigInt(`0x${randomBytes(BITS / 8).toString('hex')}`);
  return Array.from({ length: BITS / BITS_PER_LETTER }, () => {
    const letter = LETTERS.charAt(Number(rest & 31n));
    rest >>= 5n;
    return letter;
  }).join('');
}

/** Uses up a recovery code, in the caller's transaction. Returns how many are left, or undefined for a wrong one. */
export async function useRecoveryCode(
  sql: Sql,
  userId: string,
  typed: string,
): Promise<number | undefined> {
  const code = readCode('RECOVERY', typed);
  return code === null ? undefined : removeRecoveryHash(sql, userId, hashSecret(code));
}
