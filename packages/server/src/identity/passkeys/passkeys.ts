import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskeyOptions, PasskeyOptions } from '@comporta/contract/identity/passkey';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readNow } from '../challenges.ts';
import type { Sealing } from '../sealing.ts';
import { readAnswer } from './passkey-answer.ts';

/** Source: IDN-33. */
const CHALLENGE_SECONDS = 5 * 60;
/** ES256 and RS256, which every Node can check: left open, a new browser chooses what an older node does not know. */
const ALGORITHMS = [-7, -257];
const RP_NAME = 'Comporta';

/** The library takes 15 MB and half a second, so it is loaded when the first passkey is checked. */
const loadLibrary = () => import('@simplewebauthn/server');

export interface PublicKey {
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

export interface NewPublicKey extends PublicKey {
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A checked answer of an authenticator. Its challenge has to be noted as used in the transaction that acts on it. */
export interface Used {
  readonly challenge: string;
  readonly counter: number;
}

interface Owner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What passkeys are asked with, and what they answered. */
export interface Passkeys {
  /** Whether browsers make passkeys for the address of this service, and it has a key for its challenges. */
  arePossible(): Promise<boolean>;
  /** The host that passkeys are made for. */
  readonly host: string;
  /** Rejects with PASSKEYS_NEED_HOST_NAME or ENCRYPTION_KEY_MISSING. */
  options(sql: Sql): Promise<PasskeyOptions>;
  /** The same, to make one. `handle` is by what the authenticator knows the user. */
  newOptions(
    sql: Sql,
    owner: Owner,
    has: { readonly handle: string; readonly ids: readonly string[] },
  ): Promise<NewPasskeyOptions>;
  /** Undefined when the answer is not one to a challenge of ours for this user. */
  checkNew(
    sql: Sql,
    owner: Pick<Owner, 'id'>,
    answer: string,
  ): Promise<(NewPublicKey & Used) | undefined>;
  /** Undefined when the answer is not one of this passkey to a challenge of ours. */
  check(sql: Sql, key: PublicKey, answer: string): Promise<Used | undefined>;
}

type Settings = Pick<Config, 'publicUrl'> & { readonly sealing: Sealing };

export function createPasskeys({ publicUrl, sealing }: Settings): Passkeys {
  const { hostname: rpId, origin } = new URL(publicUrl);
  const isUsable = isPasskeyOrigin(publicUrl);

  async function newChallenge(sql: Sql, rowId: string): Promise<string> {
    if (!isUsable) throw new Rejection('PASSKEYS_NEED_HOST_NAME');
    const text = JSON.stringify({
      endsAt: (await readNow(sql)) + CHALLENGE_SECONDS * 1000,
      random: randomBytes(16).toString('base64url'),
    });
    const sealed = await sealing.seal('passkey challenge', rowId, text);
    if (sealed === undefined) throw new Rejection('ENCRYPTION_KEY_MISSING');
    return Buffer.from(sealed).toString('base64url');
  }

  /** Whether it is one of ours that is still good. Nothing of it is stored before it is used. */
  async function isGood(sql: Sql, challenge: string, rowId: string): Promise<boolean> {
    const sealed = Buffer.from(challenge, 'base64url').toString();
    const text = await sealing.open('passkey challenge', rowId, sealed);
    return text !== undefined && JSON.parse(text).endsAt > (await readNow(sql));
  }

  const expected = (sql: Sql, rowId: string) => ({
    expectedChallenge: (challenge: string) => isGood(sql, challenge, rowId),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  });

  return {
    host: rpId,
    arePossible: async () => isUsable && (await sealing.isPossible()),
    async options(sql) {
      return {
        challenge: await newChallenge(sql, ''),
        timeout: CHALLENGE_SECONDS * 1000,
        rpId,
        userVerification: 'required',
      };
    },
    async newOptions(sql, { id, email, name }, { handle, ids }) {
      const type = 'public-key';
      return {
        challenge: await newChallenge(sql, id),
        timeout: CHALLENGE_SECONDS * 1000,
        rp: { id: rpId, name: RP_NAME },
        user: { id: handle, name: email, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type, alg })),
        excludeCredentials: ids.map((one) => ({ type, id: one })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
    },
    async checkNew(sql, { id }, answer) {
      const read = readAnswer(answer);
      if (!isUsable || read?.kind !== 'new') return undefined;
      const { verifyRegistrationResponse } = await loadLibrary();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: read.response,
        ...expected(sql, id),
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(refused);
      if (registrationInfo === undefined) return undefined;
      const { credential } = registrationInfo;
      return { ...credential, transports: credential.transports ?? [], challenge: read.challenge };
    },
    async check(sql, key, answer) {
      const read = readAnswer(answer);
      if (!isUsable || read?.kind !== 'used' || read.response.id !== key.id) return undefined;
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: read.response,
        ...expected(sql, ''),
        // Whether the counter goes up is asked of the stored row, where the answer is used.
        credential: { ...key, counter: 0 },
      }).catch(refused);
      if (!verified || authenticationInfo === undefined) return undefined;
      return { challenge: read.challenge, counter: authenticationInfo.newCounter };
    },
  };
}

/** The library throws for what is wrong with an answer: another origin, no verification of the user, a wrong signature. */
function refused(): {
  verified: false;
  registrationInfo?: undefined;
  authenticationInfo?: undefined;
} {
  return { verified: false };
}

/** Browsers make passkeys for host names only, over https or on the same machine. */
export function isPasskeyOrigin(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return protocol === 'https:' && !isNumber;
}
