import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyOptions, PasskeyOptions } from '@comporta/contract/identity/passkey';

/** Bits of the authenticator data: somebody was there, and was verified; a key is attached. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTACHED = 0x40;

type Value = number | string | Buffer | ReadonlyMap<number | string, Value>;

export interface Doing {
  /** The page that the browser shows. */
  readonly origin: string;
  /** Whether the person was verified, by a finger or a code. */
  readonly isVerified?: boolean;
  /** The algorithm of the key that it makes: another one than ES256 only pretends to be one. */
  readonly algorithm?: number;
}

/** What an authenticator does, with one key of ES256. Its counter can be set. */
export class SoftwareAuthenticator {
  counter = 0;
  readonly id = randomBytes(16).toString('base64url');
  #handle = '';
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =
    generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** Makes a passkey. Returns what the browser sends, as JSON. */
  make(options: NewPasskeyOptions, { origin, isVerified = true, algorithm = -7 }: Doing): string {
    this.#handle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, Value>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const attached = Buffer.concat([Buffer.alloc(16), length, id, encode(cose)]);
    const authData = Buffer.concat([
      this.#dataOf(options.rp.id, ATTACHED | (isVerified ? VERIFIED : 0)),
      attached,
    ]);
    const attestation = new Map<string, Value>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin),
      attestationObject: encode(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. Returns what the browser sends, as JSON. */
  use({ challenge, rpId }: PasskeyOptions, { origin, isVerified = true }: Doing): string {
    const data = this.#dataOf(rpId, isVerified ? VERIFIED : 0);
    const client = clientData('webauthn.get', challenge, origin);
    const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.#handle,
    });
  }

  #dataOf(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags | PRESENT]), counter]);
  }

  #answer(response: object): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response });
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url');
}

/** CBOR of what is needed here. */
function encode(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [encode(key), encode(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, count: number): Buffer {
  const kind = major << 5;
  if (count < 24) return Buffer.from([kind | count]);
  return count < 256
    ? Buffer.from([kind | 24, count])
    : Buffer.from([kind | 25, count >> 8, count & 255]);
}
