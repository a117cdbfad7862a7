import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EncryptionKey, EncryptionKeys } from './encryption-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** What a sealed text is for: what was sealed for one purpose opens for no other. */
export type SealingPurpose = 'app secret' | 'client secret' | 'sign-on state' | 'passkey challenge';

/**
 * Encrypts secrets with AES-256-GCM, bound to a purpose and to the id of their row: a text that is moved to another row
 * does not open. What travels has a row id that says whose it is, or none. Source: IDN-38.
 */
export interface Sealing {
  /** Returns `v1.keyId.nonce.rest`; undefined where an operator has to set a key first (ENCRYPTION_KEY_MISSING). */
  seal(purpose: SealingPurpose, rowId: string, text: string): Promise<string | undefined>;
  /** Undefined when it was sealed with a key that is not here any more, or for something else, or changed. */
  open(purpose: SealingPurpose, rowId: string, sealed: string): Promise<string | undefined>;
  /** Whether there is a key, or one is made at first need. */
  isPossible(): Promise<boolean>;
  /** The same text under the key that writes; undefined when it is, or when nobody here can open it. */
  reseal(purpose: SealingPurpose, rowId: string, sealed: string): Promise<string | undefined>;
}

export function createSealing(keys: EncryptionKeys): Sealing {
  const bindingOf = (purpose: SealingPurpose, rowId: string) =>
    Buffer.from(`${VERSION}\n${purpose}\n${rowId}`);

  async function open(purpose: SealingPurpose, rowId: string, sealed: string) {
    const key = (await keys.all()).find(({ id }) => id === keyIdOf(sealed));
    return key && openWith(key, bindingOf(purpose, rowId), sealed);
  }

  async function seal(purpose: SealingPurpose, rowId: string, text: string) {
    const key = await keys.writing();
    return key && sealWith(key, bindingOf(purpose, rowId), text);
  }

  return {
    seal,
    open,
    isPossible: async () => keys.areMade || (await keys.all()).length > 0,
    async reseal(purpose, rowId, sealed) {
      const key = (await keys.all())[0];
      if (key === undefined || key.id === keyIdOf(sealed)) return undefined;
      const text = await open(purpose, rowId, sealed);
      return text === undefined ? undefined : sealWith(key, bindingOf(purpose, rowId), text);
    },
  };
}

/** The id of the key with which a text was sealed. */
export function keyIdOf(sealed: string): string | undefined {
  const [version, id] = sealed.split('.');
  return version === VERSION ? id : undefined;
}

function sealWith({ id, bytes }: EncryptionKey, binding: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(binding);
  const rest = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, id, nonce.toString('base64url'), rest.toString('base64url')].join('.');
}

function openWith({ bytes }: EncryptionKey, binding: Buffer, sealed: string): string | undefined {
  const [, , nonce = '', rest = ''] = sealed.split('.');
  const whole = Buffer.from(rest, 'base64url');
  const start = Buffer.from(nonce, 'base64url');
  if (whole.length < TAG_BYTES || start.length !== NONCE_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', bytes, start).setAAD(binding);
    decipher.setAuthTag(whole.subarray(-TAG_BYTES));
    const text = decipher.update(whole.subarray(0, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // Changed, or sealed for something else: the tag does not fit.
  }
}
