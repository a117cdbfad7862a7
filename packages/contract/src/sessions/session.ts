import * as z from 'zod/mini';
import { documented, draftText } from '../shapes.ts';

/** The console's client credential. It is public and grants nothing by itself. */
export const CONSOLE_CLIENT = { id: 'console', secret: 'console' } as const;

/** The form of a way in: of OAuth's password grant, and of our own. Each reads what it needs. Source: SES-06, IDN section 12. */
export const tokenRequestSchema = z.object({
  grant_type: draftText,
  /** The e-mail address. */
  username: draftText,
  password: draftText,
  /** What a right first part was answered with, and what answers it. Source: IDN-32. */
  challenge: draftText,
  code: draftText,
  recovery_code: draftText,
  /** What an authenticator answered, as JSON. Source: IDN-33. */
  passkey: draftText,
  /** What a sign-on came back with, and the secret of the browser that began it. Source: IDN-12. */
  ticket: draftText,
  verifier: draftText,
  /** What a program polls with. Source: IDN-55. */
  device_code: draftText,
});

/** The names are those of OAuth 2 and of SES-01. */
export const sessionSchema = documented(
  z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: documented(z.int(), { description: 'Lifetime of the token, in seconds.' }),
    language: z.enum(['en', 'pt']),
    name: z.string(),
    company_name: z.string(),
    is_admin: z.boolean(),
    plan: z.string(),
    user_name: documented(z.string(), {
      description: 'The e-mail address that the user logs in with.',
    }),
  }),
  { id: 'Session' },
);
export type Session = z.infer<typeof sessionSchema>;

/** The form of RFC 7009. */
export const revocationSchema = z.object({ token: draftText });
