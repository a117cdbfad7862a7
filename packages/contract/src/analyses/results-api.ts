import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';
import { diagnosticsSchema } from './diagnosis.ts';
import { planningSchema, resultsSchema } from './results.ts';

const EXPERIMENT = '/api/apps/:appId/envs/:envId/experiments/:id';

const user = { access: 'user', accountKey: 'accepted' } as const;

const analysis = documented(z.optional(id), { description: 'The newest one unless told.' });
const resultsQuery = z.object({
  analysis,
  phase: documented(z.optional(id), { description: 'The newest one unless told.' }),
  segment: documented(z.optional(id), {
    description: 'The id of a property that the plan names: also the results of its values.',
  }),
});

export const getResults = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/results`,
  summary: 'Get the results of an analysis; 404 before there is one that was started',
  ...user,
  query: resultsQuery,
  result: resultsSchema,
  status: 200,
  errors: [],
});

export const getResultsCsv = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/results.csv`,
  summary: 'Get what was shown on each day as CSV: a row for each metric, value and day',
  ...user,
  query: z.object({ analysis: resultsQuery.shape.analysis, phase: resultsQuery.shape.phase }),
  result: z.string(),
  answers: 'text/csv',
  status: 200,
  errors: [],
});

export const getToggleResults = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/toggles/:id/results',
  summary: 'The same of any analysis of a toggle, also where experiment or environment are gone',
  ...user,
  query: resultsQuery,
  result: resultsSchema,
  status: 200,
  errors: [],
});

export const getDiagnostics = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/diagnostics`,
  summary: 'Why an analysis has no results yet',
  ...user,
  query: z.object({ analysis }),
  result: diagnosticsSchema,
  status: 200,
  errors: [],
});

export const getPlanning = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/planning`,
  summary: 'What the events of the last 14 days say, for planning an analysis',
  ...user,
  query: z.object({ rule: z.optional(id) }),
  result: planningSchema,
  status: 200,
  errors: [],
});
