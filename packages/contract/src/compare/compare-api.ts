import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { comparisonSchema } from './comparison.ts';

export const compareEnvironments = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/compare',
  summary: 'Compare what the toggles of an application do in two environments, sorted by name',
  access: 'user',
  programs: 'read',
  query: z.object({
    from: documented(z.string(), { description: 'Id of the environment that is the example.' }),
    to: documented(z.string(), { description: 'Id of the environment that is compared with it.' }),
  }),
  result: z.array(comparisonSchema),
  errors: ['UNKNOWN_ENVIRONMENT'],
});
