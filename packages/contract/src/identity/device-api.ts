import * as z from 'zod/mini';
import { endpoint, SCOPES } from '../endpoint.ts';
import { documented, draftText } from '../shapes.ts';

/** The grant type with which a program polls. Source: RFC 8628. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const scopes = z.array(z.enum(SCOPES));

export const startDevice = endpoint({
  method: 'POST',
  path: '/oauth/device',
  summary: 'Begin to connect a program on a machine without a browser (RFC 8628)',
  access: 'client',
  programs: 'refused',
  form: true,
  body: z.object({
    program: documented(draftText, { description: 'The name of the program.' }),
    host: documented(draftText, { description: 'The name of its machine.' }),
    scope: documented(draftText, {
      description: 'Scopes, separated by blanks; `read write settings` by default.',
    }),
  }),
  result: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    expires_in: z.int(),
    interval: z.int(),
  }),
  errors: ['INVALID_NAME', 'INVALID_SCOPE', 'DEVICES_PENDING'],
});

const ONE = '/api/device/:userCode';

export const getDevice = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get the program that shows this code, before it is allowed; ten wrong codes an hour',
  access: 'user',
  programs: 'refused',
  result: documented(
    z.object({
      program: z.string(),
      host: z.string(),
      network: documented(z.string(), { description: 'The network from which it asks.' }),
      scopes,
      endsAt: documented(z.iso.datetime(), { description: 'When its token would end.' }),
    }),
    { id: 'Device' },
  ),
  errors: ['UNKNOWN_DEVICE_CODE'],
});

export const answerDevice = endpoint({
  method: 'POST',
  path: ONE,
  summary: 'Allow a program to act in the name of the caller, or refuse it',
  access: 'user',
  programs: 'refused',
  confirmed: true,
  body: z.object({ allow: z.boolean() }),
  status: 204,
  errors: ['UNKNOWN_DEVICE_CODE', 'MAX_TOKENS_REACHED'],
});
