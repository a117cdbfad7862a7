import * as z from 'zod/mini';
import { METRIC_DIRECTIONS } from '../metrics/metric.ts';
import { pageQueryShape } from '../paging.ts';
import { documented, id } from '../shapes.ts';
import { ANALYSIS_STATES, stoppedSchema } from './analysis.ts';
import { comparisonSchema } from './comparison.ts';
import { verdictSchema } from './verdict.ts';

export const ANALYSIS_SEARCH_MAX_CHARS = 100;

/** OPEN: every state but STOPPED. */
export const ANALYSIS_STATE_FILTERS = ['OPEN', ...ANALYSIS_STATES] as const;
export type AnalysisStateFilter = (typeof ANALYSIS_STATE_FILTERS)[number];

/** The filters of the list. */
export const analysisListQuerySchema = z.object({
  ...pageQueryShape,
  page: documented(z.optional(z.string()), {
    description: 'Page number, from 1; without it, summaries of the newest analysis of each rule.',
  }),
  state: documented(z.optional(z.enum(ANALYSIS_STATE_FILTERS)), {
    description: 'Only analyses in this state; OPEN: in any but STOPPED.',
  }),
  envId: documented(z.optional(id), { description: 'Only analyses of this environment.' }),
  owner: documented(z.optional(id), { description: "Only analyses of this user's toggles." }),
  q: documented(z.optional(z.string().check(z.maxLength(ANALYSIS_SEARCH_MAX_CHARS))), {
    description:
      'Words in the name of the toggle, the hypothesis and the note of the decision; case and accents are ignored.',
  }),
});
export type AnalysisListQuery = z.output<typeof analysisListQuerySchema>;

/** An analysis with what was learned and decided. */
export const listedAnalysisSchema = documented(
  z.object({
    id,
    envId: id,
    environmentName: z.string(),
    experimentId: id,
    toggleId: id,
    toggleName: documented(z.string(), {
      description: 'The name of the toggle; of a deleted one, its last name.',
    }),
    /** The owner of the toggle. */
    owner: z.optional(z.object({ id, name: z.string() })),
    /** Whether its experiment still exists. */
    hasExperiment: z.boolean(),
    ruleId: id,
    state: z.enum(ANALYSIS_STATES),
    hypothesis: z.string(),
    startedAt: z.optional(z.iso.datetime()),
    stopped: z.optional(stoppedSchema),
    verdict: documented(z.optional(verdictSchema), {
      description: 'Verdict of the last count of events; absent before the first.',
    }),
    goal: documented(
      z.optional(
        z.object({
          key: z.string(),
          name: z.string(),
          better: z.enum(METRIC_DIRECTIONS),
          comparisons: z.array(
            z.pick(comparisonSchema, { value: true, difference: true, lift: true }),
          ),
        }),
      ),
      {
        description:
          'The goal, with each value compared with the control as on the last day of the newest phase; absent if the metric of a plan is deleted.',
      },
    ),
  }),
  { id: 'ListedAnalysis' },
);
export type ListedAnalysis = z.infer<typeof listedAnalysisSchema>;

export const analysisPageSchema = documented(
  z.object({
    items: z.array(listedAnalysisSchema),
    totalItems: z.int(),
    totalPages: z.int(),
  }),
  {
    id: 'AnalysisPage',
    description: 'Running analyses first, then plans, then past ones, the newest first.',
  },
);
export type AnalysisPage = z.infer<typeof analysisPageSchema>;
