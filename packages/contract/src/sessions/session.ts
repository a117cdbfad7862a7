import * as z from 'zod/mini';
import { documented, draftText } from '../shapes.ts';

/** The console's client credential. It is public and grants nothing by itself. */
export const CONSOLE_CLIENT = { id: 'console', secret: 'console' } as const;

/** The form of OAuth's password grant. Source: SES-06. */
export const tokenRequestSchema = z.object({
  grant_type: draftText,
  /** The e-mail address. */
  username: draftText,
  password: draftText,
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
