import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';

const bytes = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/));
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
};
const newSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
const usedSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.nullish(bytes),
  }),
});
const clientDataSchema = z.object({ challenge: z.string() });

/** What an authenticator answered, in the shape that the library reads. */
type PasskeyAnswer = { readonly challenge: string } & (
  | { readonly kind: 'new'; readonly response: RegistrationResponseJSON }
  | { readonly kind: 'used'; readonly response: AuthenticationResponseJSON }
);

/** Undefined when it has another shape. Nothing of it is believed before the library has checked it. */
export function readAnswer(text: string): PasskeyAnswer | undefined {
  const answer = jsonOf(text);
  const made = newSchema.safeParse(answer);
  const used = usedSchema.safeParse(answer);
  const data = made.data ?? used.data;
  if (data === undefined) return undefined;
  const client = Buffer.from(data.response.clientDataJSON, 'base64url').toString();
  const { challenge } = clientDataSchema.safeParse(jsonOf(client)).data ?? {};
  if (challenge === undefined) return undefined;
  const whole = { ...data, clientExtensionResults: {} } as never; // The schemas have checked its shape.
  return { kind: made.success ? 'new' : 'used', challenge, response: whole };
}

/** The id of the passkey that an answer claims to be of, and of the user that it knows. */
export function claimOf(
  text: string,
): { readonly id: string; readonly handle: string } | undefined {
  const { data } = usedSchema.safeParse(jsonOf(text));
  return data && { id: data.id, handle: data.response.userHandle ?? '' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
