import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { analysisSummarySchema } from './analysis.ts';
import { analysisListQuerySchema, analysisPageSchema } from './analysis-list.ts';

/** Apart from the other calls, because every list of experiments loads it. */
export const listApplicationAnalyses = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/analyses',
  summary:
    'List the analyses of an application, also those of deleted toggles and experiments; without `page`, summaries of the newest analysis of each rule',
  access: 'user',
  programs: 'read',
  query: analysisListQuerySchema,
  result: z.union([z.array(analysisSummarySchema), analysisPageSchema]),
  errors: ['INVALID_PAGE'],
});
