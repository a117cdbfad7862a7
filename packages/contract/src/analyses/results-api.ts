import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';
import { diagnosticsSchema } from './diagnosis.ts';
import { planningSchema, resultsSchema } from './results.ts';

const EXPERIMENT = '/api/apps/:appId/envs/:envId/experiments/:id';

const reader = { access: 'user', programs: 'read' } as const;

const analysis = documented(z.optional(id), {
  description: 'Id of an analysis; default: the newest started one.',
});
const resultsQuery = z.object({
  analysis,
  phase: documented(z.optional(id), { description: 'Id of a phase; default: the newest one.' }),
  segment: documented(z.optional(id), {
    description:
      'Id of a segment property of the plan: also return the results for each of its values.',
  }),
});

export const getResults = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/results`,
  summary: 'Get the results of an analysis of an experiment; 404 if none was started',
  ...reader,
  query: resultsQuery,
  result: resultsSchema,
});

export const getResultsCsv = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/results.csv`,
  summary: 'Get the daily results of an analysis as CSV: a row for each metric, value and day',
  ...reader,
  query: z.object({ analysis: resultsQuery.shape.analysis, phase: resultsQuery.shape.phase }),
  result: z.string(),
  answers: 'text/csv',
});

export const getToggleResults = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/toggles/:id/results',
  summary:
    'Get the results of an analysis of a toggle, even if its experiment or environment is deleted',
  ...reader,
  query: resultsQuery,
  result: resultsSchema,
});

export const getAnalysisResults = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/analyses/:analysisId/results',
  summary:
    'Get the results of an analysis, even if its toggle, experiment or environment is deleted',
  ...reader,
  query: z.omit(resultsQuery, { analysis: true }),
  result: resultsSchema,
});

export const getAnalysisCsv = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/analyses/:analysisId/results.csv',
  summary:
    'Get a whole analysis as CSV: its plan, an empty line, and a row for each phase, day, metric and value',
  ...reader,
  result: z.string(),
  answers: 'text/csv',
});

export const getDiagnostics = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/diagnostics`,
  summary: 'Get the reason why an analysis has no results yet',
  ...reader,
  query: z.object({ analysis }),
  result: diagnosticsSchema,
});

export const getPlanning = endpoint({
  method: 'GET',
  path: `${EXPERIMENT}/planning`,
  summary: 'Get figures of the last 14 days for planning an analysis',
  ...reader,
  query: z.object({ rule: z.optional(id) }),
  result: planningSchema,
});
