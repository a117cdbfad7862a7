import { randomInt } from 'node:crypto';
import { problemsOfText } from '@comporta/contract/check-texts';
import { SCOPES, type Scope } from '@comporta/contract/endpoint';
import type { startDevice as api } from '@comporta/contract/identity/device-api';
import { normalizeText } from '@comporta/contract/visible-text';
import { makeChallenge } from '../../identity/challenges.ts';
import { networkOf } from '../../platform/base/network.ts';
import { createRateLimit } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Call } from '../../platform/http/call.ts';
import { countPendingOf } from './device-repository.ts';

const PER_MINUTE = 10;
const PENDING_PER_NETWORK = 100;
const SECONDS = 600;
/** Between two polls. */
export const POLL_SECONDS = 5;
/** Consonants, so that no code is a word. Source: RFC 8628, section 6.1. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_CHARS = 8;
/** The token's name is made of it. */
const NAME_CHARS = 40;

/** Begins to connect a program: a stranger makes one short row, of which a network has a hundred at most. */
export function startDevice(publicUrl: string) {
  const takePerNetwork = createRateLimit(PER_MINUTE);
  return async ({ sql, address, body }: Call<typeof api>) => {
    const network = networkOf(address);
    takePerNetwork(network);
    const [program, host] = [nameOf(body.program), nameOf(body.host)];
    const scopes = scopesOf(body.scope);
    if ((await countPendingOf(sql, network)) >= PENDING_PER_NETWORK) {
      throw new Rejection('DEVICES_PENDING', { max: PENDING_PER_NETWORK });
    }
    const userCode = Array.from(
      { length: CODE_CHARS },
      () => LETTERS[randomInt(LETTERS.length)],
    ).join('');
    const deviceCode = await makeChallenge(sql, {
      kind: 'DEVICE',
      data: { program, host, network, scopes },
      seconds: SECONDS,
      codeHash: hashSecret(userCode),
      network,
    });
    return {
      device_code: deviceCode,
      user_code: `${userCode.slice(0, CODE_CHARS / 2)}-${userCode.slice(CODE_CHARS / 2)}`,
      verification_uri: `${publicUrl}/device`,
      expires_in: SECONDS,
      interval: POLL_SECONDS,
    };
  };
}

/** A stranger's text, which its reader must be able to trust to be what it looks like. */
function nameOf(sent: string): string {
  const text = normalizeText(sent);
  const bounds = { maxChars: NAME_CHARS, empty: 'INVALID_NAME', tooLong: 'INVALID_NAME' } as const;
  if (problemsOfText([], text, bounds).length > 0) throw new Rejection('INVALID_NAME');
  return text;
}

function scopesOf(sent: string): readonly Scope[] {
  const asked = sent === '' ? ['read', 'write', 'settings'] : sent.split(/\s+/);
  const known = SCOPES.filter((scope) => asked.includes(scope));
  if (known.length !== new Set(asked).size) throw new Rejection('INVALID_SCOPE');
  return known;
}
