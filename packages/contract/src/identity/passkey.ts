import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, requiredText } from '../fields.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, draftText } from '../shapes.ts';

export const PASSKEYS_AT_MOST = 10;

const time = z.iso.datetime();

export const PASSKEY = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
});

export const passkeyNameSchema = z.object(PASSKEY.draft);
export type PasskeyNameDraft = z.input<typeof passkeyNameSchema>;

export const PASSKEY_NAME_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
export type PasskeyNameCode = (typeof PASSKEY_NAME_CODES)[number];

/** Answers the name as it is stored. */
export function checkPasskeyName(draft: {
  readonly name: string;
}): Checked<{ readonly name: string }, PasskeyNameCode> {
  const { texts, problems } = checkTexts(PASSKEY, draft);
  return checked({ name: texts.name }, problems);
}

export const passkeySchema = documented(
  z.object({
    id: documented(z.string(), { description: 'The id of its credential, in base64url.' }),
    name: documented(z.string(), {
      description: 'As its owner calls it; at first the browser in which it was made.',
    }),
    createdAt: time,
    lastUsedAt: z.nullable(time),
  }),
  { id: 'Passkey', description: 'A passkey of a user, which is both factors.' },
);
export type Passkey = z.infer<typeof passkeySchema>;

const CHALLENGE = {
  challenge: documented(z.string(), {
    description: 'In base64url. It is good for five minutes, and once.',
  }),
  timeout: documented(z.int(), { description: 'In milliseconds.' }),
};

/** What `navigator.credentials.get` takes, in the form that JSON has of it (WebAuthn, level 3). */
export const passkeyOptionsSchema = documented(
  z.object({ ...CHALLENGE, rpId: z.string(), userVerification: z.literal('required') }),
  { id: 'PasskeyOptions' },
);
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const credentialType = z.literal('public-key');

/** What `navigator.credentials.create` takes, in the same form. */
export const newPasskeyOptionsSchema = documented(
  z.object({
    ...CHALLENGE,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
    excludeCredentials: z.array(z.object({ type: credentialType, id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
  { id: 'NewPasskeyOptions' },
);
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptionsSchema>;

export const newPasskeySchema = z.object({
  /** What the authenticator answered, as JSON in text. */
  passkey: draftText,
});
