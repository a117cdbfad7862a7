import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, draftText, id } from '../shapes.ts';
import { startedSignOnSchema, verifierHash } from './sign-on-api.ts';

const LIST = '/api/users/me/identities';
const time = z.nullable(z.iso.datetime());

/** A provider of the company, as one of its users sees it. */
export const ownProviderSchema = documented(
  z.object({
    id,
    name: z.string(),
    slug: documented(z.nullable(z.string()), {
      description: 'The short name to log in with; null while the provider lets nobody in.',
    }),
    /** Null while it does not open the user. */
    identity: z.nullable(z.object({ createdAt: z.iso.datetime(), lastUsedAt: time })),
  }),
  {
    id: 'OwnProvider',
    description: 'A provider of the company, and whether it opens the caller’s user.',
  },
);
export type OwnProvider = z.infer<typeof ownProviderSchema>;

export const ticketSchema = z.object({
  ticket: draftText,
  verifier: documented(draftText, { description: 'The secret that the browser has kept.' }),
});

export const listOwnIdentities = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the providers of the company, and which of them open the caller’s user',
  access: 'user',
  programs: 'refused',
  result: z.array(ownProviderSchema),
});

export const startOwnSignOn = endpoint({
  method: 'POST',
  path: '/api/users/me/sso',
  summary: 'Begin to connect a provider, to confirm with one, or to test one',
  access: 'user',
  programs: 'refused',
  body: z.object({
    providerId: draftText,
    purpose: documented(draftText, { description: 'LINK, CONFIRM or, for admins, TEST.' }),
    verifierHash,
  }),
  result: startedSignOnSchema,
  errors: ['SSO_UNAVAILABLE', 'SSO_INVALID'],
});

export const connectIdentity = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Connect the identity of a ticket with the caller’s user',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  body: ticketSchema,
  status: 204,
  errors: ['SSO_EXPIRED', 'ALREADY_LINKED'],
});

export const disconnectIdentity = endpoint({
  method: 'DELETE',
  path: '/api/users/me/identities/:id',
  summary: 'Disconnect a provider, by its id, from the caller’s user',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  status: 204,
  errors: ['LAST_WAY_IN'],
});
