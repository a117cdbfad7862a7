import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, draftText } from '../shapes.ts';

export const verifierHash = documented(draftText, {
  description: 'SHA-256, in base64url, of the 256-bit secret that the browser keeps.',
});
export const startedSignOnSchema = z.object({
  name: documented(z.string(), { description: 'What the provider is called.' }),
  publicUrl: documented(z.string(), {
    description: 'Where the provider leads back to: what the browser keeps, it has to keep there.',
  }),
  location: documented(z.string(), { description: 'The address of the provider to go to.' }),
});

export const startSignOn = endpoint({
  method: 'POST',
  path: '/api/sso/:slug/start',
  summary: 'Begin to log in with a provider, known by its short name; at most thirty a minute',
  access: 'public',
  programs: 'refused',
  body: z.object({ verifierHash }),
  result: startedSignOnSchema,
  errors: ['SSO_UNAVAILABLE', 'SSO_INVALID'],
});
