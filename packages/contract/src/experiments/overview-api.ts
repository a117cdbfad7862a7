import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { ANALYSIS_STATES } from '../analyses/analysis.ts';
import { verdictSchema } from '../analyses/verdict.ts';
import { endpoint } from '../endpoint.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { pageQueryShape } from '../paging.ts';
import { documented, id } from '../shapes.ts';
import { TOGGLE } from '../toggles/toggle.ts';
import { outcomeSchema } from './outcome.ts';

export const OVERVIEW_SEARCH_MAX_CHARS = 100;

const overviewQuerySchema = z.object({
  ...pageQueryShape,
  appId: documented(z.optional(id), { description: 'Only experiments of this application.' }),
  status: z.optional(z.enum(EXPERIMENT_STATUSES)),
  by: documented(z.optional(id), {
    description: 'Id of a user: only experiments that this user saved last.',
  }),
  measured: documented(z.optional(z.literal('true')), {
    description: 'Only experiments with an analysis that has started and is not stopped.',
  }),
  q: documented(z.optional(z.string().check(z.maxLength(OVERVIEW_SEARCH_MAX_CHARS))), {
    description:
      'Words in the names of toggle, application and environment; case and accents are ignored.',
  }),
});
export type OverviewQuery = z.output<typeof overviewQuerySchema>;

const { values, defaultValue, valueType } = TOGGLE.stored;

/** What users of a production-like environment get, of one toggle. */
export const overviewRowSchema = documented(
  z.object({
    id,
    appId: id,
    appName: z.string(),
    envId: id,
    envName: z.string(),
    toggleId: id,
    toggleName: z.string(),
    toggle: z.object({ values, defaultValue, valueType }),
    status: z.enum(EXPERIMENT_STATUSES),
    outcome: outcomeSchema,
    lastChanged: lastChangedSchema,
    analysis: documented(
      z.optional(
        z.object({ id, state: z.enum(ANALYSIS_STATES), verdict: z.optional(verdictSchema) }),
      ),
      { description: 'The analysis that has started and is not stopped.' },
    ),
  }),
  { id: 'OverviewRow' },
);
export type OverviewRow = z.infer<typeof overviewRowSchema>;

export const overviewPageSchema = documented(
  z.object({ items: z.array(overviewRowSchema), totalItems: z.int(), totalPages: z.int() }),
  { id: 'OverviewPage' },
);
export type OverviewPage = z.infer<typeof overviewPageSchema>;

export const listOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  summary:
    'List the experiments of production-like environments in all applications that the caller may open, the last changed first',
  access: 'user',
  programs: 'read',
  query: overviewQuerySchema,
  result: overviewPageSchema,
  errors: ['INVALID_PAGE'],
});
