import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

const PATH = '/api/users/me/sessions';

export const ownSessionSchema = documented(
  z.object({
    id,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
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
