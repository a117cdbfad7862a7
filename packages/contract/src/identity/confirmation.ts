import * as z from 'zod/mini';
import { draftText } from '../shapes.ts';

/** What proves that the owner of a session is there. Who has a second factor proves it with that. Source: IDN-37. */
export const CONFIRMATION_METHODS = ['PASSWORD', 'APP', 'PASSKEY', 'SSO'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

/** How long a confirmation holds. */
export const CONFIRMED_MINUTES = 5;

/** One of them: a password, a code of the app, what an authenticator answered, or a ticket with its verifier. */
export const confirmationSchema = z.object({
  password: draftText,
  code: draftText,
  /** JSON. Source: IDN-33. */
  passkey: draftText,
  /** Source: IDN-83. */
  ticket: draftText,
  verifier: draftText,
});
export type ConfirmationDraft = z.infer<typeof confirmationSchema>;

const FIELD_OF = {
  PASSWORD: 'password',
  APP: 'code',
  PASSKEY: 'passkey',
  SSO: 'ticket',
} as const satisfies Readonly<Record<ConfirmationMethod, keyof ConfirmationDraft>>;

/** The method that a confirmation uses; undefined when it is empty. */
export function methodOfConfirmation(draft: ConfirmationDraft): ConfirmationMethod | undefined {
  return CONFIRMATION_METHODS.find((method) => draft[FIELD_OF[method]] !== '');
}
