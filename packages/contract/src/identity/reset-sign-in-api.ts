import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

const chosen = (description: string) =>
  documented(
    z.pipe(
      z.nullish(z.boolean()),
      z.transform((is) => is ?? false),
    ),
    { description },
  );

export const resetSignInSchema = z.object({
  factors: chosen('Remove app, passkeys and recovery codes.'),
  identities: chosen('Disconnect the user from all providers.'),
  sessions: chosen(
    'Log the user out everywhere. With `factors` or `identities`, this is done in any case.',
  ),
  tokens: chosen('End the personal tokens.'),
});
export type ResetSignIn = z.output<typeof resetSignInSchema>;

export const resetSignIn = endpoint({
  method: 'POST',
  path: '/api/users/:id/reset-sign-in',
  summary: 'Reset how another user logs in, such as one who lost a phone; the user is told what',
  access: 'admin',
  programs: 'refused',
  confirmed: true,
  body: resetSignInSchema,
  status: 204,
  errors: ['SELF_RESET_FORBIDDEN', 'EMERGENCY_USER_REQUIRED'],
});
