import * as z from 'zod/mini';
import { documented, draftText } from '../shapes.ts';

/** How many recovery codes are made at once. Source: IDN-31. */
export const RECOVERY_CODES = 10;
/** The profile warns from here on. */
export const FEW_RECOVERY_CODES = 3;

const time = z.iso.datetime();

export const securitySchema = documented(
  z.object({
    password: documented(z.boolean(), { description: 'Whether the user has one, and may use it.' }),
    passwordMinChars: documented(z.int(), {
      description: 'How long a new one must be, as the company wants it.',
    }),
    app: documented(z.nullable(z.object({ since: time })), {
      description: 'The authenticator app; null without one.',
    }),
    passkey: documented(z.boolean(), { description: 'Whether there is one.' }),
    onlySignOn: documented(z.boolean(), {
      description: 'Whether nothing but a provider lets this user in.',
    }),
    recoveryCodes: documented(z.int(), { description: 'How many are left.' }),
    factorDueAt: documented(z.nullable(time), {
      description:
        'When the company will require a second factor of this user; null if it will not.',
    }),
    canSetUpApp: documented(z.boolean(), {
      description: 'False while the service has no key to encrypt the secret of an app with.',
    }),
  }),
  { id: 'Security', description: 'How a user logs in.' },
);
export type Security = z.infer<typeof securitySchema>;

export const appSetUpSchema = documented(
  z.object({
    secret: documented(z.string(), { description: 'In base32, for who cannot scan.' }),
    address: documented(z.string(), {
      description: 'An `otpauth:` address, which apps read from a QR code.',
    }),
  }),
  {
    id: 'AppSetUp',
    description: 'A secret for an authenticator app. The first right code puts it in force.',
  },
);
export type AppSetUp = z.infer<typeof appSetUpSchema>;

export const appCodeSchema = z.object({ code: draftText });

export const recoveryCodesSchema = documented(z.object({ codes: z.array(z.string()) }), {
  id: 'RecoveryCodes',
  description: 'Each opens a session once in place of the app. They are answered only here.',
});
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** What begins with a challenge that only opens the set-up of a second factor. */
export const challengeSchema = z.object({ challenge: draftText });
