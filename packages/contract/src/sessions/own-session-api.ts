import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SIGN_IN_METHODS } from '../identity/sign-in.ts';
import { documented, id } from '../shapes.ts';

const PATH = '/api/users/me/sessions';

export const ownSessionSchema = documented(
  z.object({
    id,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    // A release before 0.3.0 beside this one does not send the next four.
    lastUsedAt: documented(z.optional(z.nullable(z.iso.datetime())), {
      description: 'When it was last used, as of a minute ago; null before that is written.',
    }),
    method: z.optional(z.enum(SIGN_IN_METHODS)),
    client: documented(z.optional(z.string()), {
      description: 'Browser and system, such as "Chrome, Linux"; empty when it is not known.',
    }),
    network: documented(z.optional(z.string()), {
      description: 'Of the login; empty for one at a release before 0.3.0.',
    }),
    /** Whether it is the session of this request. */
    current: z.boolean(),
  }),
  { id: 'OwnSession', description: 'A login of the user that is still valid.' },
);
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: PATH,
  summary: "List the caller's sessions, newest first",
  access: 'user',
  programs: 'refused',
  result: z.array(ownSessionSchema),
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: "End one of the caller's sessions",
  access: 'user',
  programs: 'refused',
  status: 204,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: PATH,
  summary: "End all of the caller's sessions except the current one",
  access: 'user',
  programs: 'refused',
  status: 204,
});
