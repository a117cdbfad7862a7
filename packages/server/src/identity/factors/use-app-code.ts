import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Sealing } from '../sealing.ts';
import { countWrongCode, holdFactors, useUpStep } from './factor-repository.ts';
import { totpStep } from './totp.ts';

/** In 24 hours, of a user over all nodes; browsers that the user came in from before have as many of their own. */
const WRONG_CODES_AT_MOST = 30;

interface AppCode {
  readonly userId: string;
  readonly typed: string;
  /** Whether it comes from a browser that the user came in from before. */
  readonly isKnown: boolean;
  readonly sealing: Pick<Sealing, 'open'>;
}

export interface WrongCode {
  readonly refusal: Rejection;
  /** Whether it was the first of 24 hours from unknown browsers. */
  readonly isFirst: boolean;
}

/**
 * Uses up a code of the app, in the caller's transaction. Undefined when it was right; else the refusal, WRONG_CODE,
 * CODES_PAUSED or ENCRYPTION_KEY_MISSING, which the caller returns so that the count stays. Source: IDN-30, IDN-32, IDN-38.
 */
export async function useAppCode(
  sql: Sql,
  { userId, typed, isKnown, sealing }: AppCode,
): Promise<WrongCode | undefined> {
  const held = await holdFactors(sql, userId);
  const sealed = held?.hasApp ? held.sealedAppSecret : null;
  if (held === undefined || sealed === null) return refused(new Rejection('WRONG_CODE'));
  const { count, seconds } = isKnown ? held.wrongFromKnown : held.wrong;
  if (count >= WRONG_CODES_AT_MOST) {
    return refused(new Rejection('CODES_PAUSED', { retry_after: seconds }));
  }
  const secret = await sealing.open('app secret', userId, sealed);
  // Sealed under a key that is gone: no code can be right, and whoever types a right one must not think that it is wrong.
  if (secret === undefined) return refused(new Rejection('ENCRYPTION_KEY_MISSING'));
  const { now, lastStep } = held;
  const step = await totpStep({ secret, typed, now, lastStep });
  if (step !== null && (await useUpStep(sql, userId, step))) return undefined;
  await countWrongCode(sql, userId, { isKnown });
  return { refusal: new Rejection('WRONG_CODE'), isFirst: !isKnown && count === 0 };
}

function refused(refusal: Rejection): WrongCode {
  return { refusal, isFirst: false };
}
