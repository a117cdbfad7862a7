import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordOf } from '../record-of.ts';

const togglesSchema = recordOf(z.string()).meta({
  id: 'ToggleValues',
  description: 'The raw value of every toggle, by its name.',
});

export const fetchTogglesByGet = endpoint({
  method: 'GET',
  path: '/api/toggles',
  summary: 'Fetch the value of every toggle; properties are query parameters by their keys',
  access: 'environmentKey',
  accountKey: 'refused',
  query: z.object({ uid: z.string().optional() }).catchall(z.string()),
  result: togglesSchema,
  status: 200,
  errors: [],
});

export const fetchToggles = endpoint({
  method: 'POST',
  path: '/api/toggles',
  summary: 'Fetch the value of every toggle',
  access: 'environmentKey',
  accountKey: 'refused',
  body: z.object({
    uid: z.string().optional(),
    properties: recordOf(z.unknown()).optional(),
  }),
  result: togglesSchema,
  status: 200,
  errors: [],
});
