import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';

const togglesSchema = documented(recordOf(z.string()), {
  id: 'ToggleValues',
  description: 'The raw value of each toggle, by toggle name.',
});

export const fetchTogglesByGet = endpoint({
  method: 'GET',
  path: '/api/toggles',
  summary:
    'Fetch the value of every toggle for a user; other query parameters are properties, by key',
  access: 'environmentKey',
  programs: 'refused',
  query: z.catchall(z.object({ uid: z.optional(z.string()) }), z.string()),
  result: togglesSchema,
});

export const fetchToggles = endpoint({
  method: 'POST',
  path: '/api/toggles',
  summary: 'Fetch the value of every toggle for a user',
  access: 'environmentKey',
  programs: 'refused',
  body: z.object({
    uid: z.optional(z.string()),
    properties: z.optional(recordOf(z.unknown())),
  }),
  result: togglesSchema,
});
