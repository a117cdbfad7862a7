import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

const sessionEndsSchema = documented(
  z.object({
    expiresInSeconds: documented(z.int(), {
      description: 'When the session ends however much it is used.',
    }),
    idleMinutes: documented(z.nullable(z.int()), {
      description: 'After how long without a call it ends before; null where that never happens.',
    }),
    factorDueAt: documented(z.nullable(z.iso.datetime()), {
      description:
        'From when on a sign-in like this one is followed by the set-up of a second factor; null if it is not.',
    }),
  }),
  { id: 'SessionEnds' },
);
export type SessionEnds = z.infer<typeof sessionEndsSchema>;

/** Not part of the token's answer, because its nine fields are those of the release before. */
export const rememberBrowser = endpoint({
  method: 'PUT',
  path: '/oauth/browser',
  summary:
    'Remember with a cookie that the caller came in from this browser, and tell when the session ends; the cookie opens nothing',
  access: 'user',
  programs: 'refused',
  result: sessionEndsSchema,
});
