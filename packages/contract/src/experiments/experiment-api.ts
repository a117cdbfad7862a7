import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { bulkIds, bulkResultSchema } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { savedBodySchema, savedVersionSchema } from '../saved-version.ts';
import { documented, id, version } from '../shapes.ts';
import {
  EXPERIMENT_CODES,
  experimentDraftSchema,
  experimentEditSchema,
  experimentSchema,
  savedExperimentSchema,
} from './experiment.ts';
import { outcomeSchema } from './outcome.ts';

const LIST = '/api/apps/:appId/envs/:envId/experiments';
const ONE = '/api/apps/:appId/envs/:envId/experiments/:id';

/** Reasons to refuse a save that depend on other experiments of the environment. */
const CONFLICTS = [
  'TOGGLE_HAS_EXPERIMENT',
  'CIRCULAR_TOGGLE_DEPENDENCY',
  'DEPENDENCY_CHAIN_TOO_LONG',
  'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
] as const;

const statusSchema = z.object({ status: z.enum(EXPERIMENT_STATUSES) });

/** An experiment as the overview of all environments shows it. */
export const experimentSummarySchema = documented(
  z.object({
    id,
    envId: id,
    toggleId: id,
    status: z.enum(EXPERIMENT_STATUSES),
    ruleCount: z.int(),
    outcome: outcomeSchema,
    version,
    lastChanged: lastChangedSchema,
    dependents: documented(z.readonly(z.array(z.object({ id, toggleName: z.string() }))), {
      description: 'Experiments of the environment with a rule that depends on this toggle.',
    }),
  }),
  { id: 'ExperimentSummary' },
);
export type ExperimentSummary = z.infer<typeof experimentSummarySchema>;

export const listExperimentSummaries = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/experiments',
  summary: 'List summaries of the experiments of an application in all environments',
  access: 'user',
  programs: 'read',
  result: z.array(experimentSummarySchema),
});

export const listExperiments = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the experiments of an environment, sorted by toggle name',
  access: 'user',
  programs: 'read',
  result: z.array(experimentSchema),
});

export const getExperiment = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get an experiment',
  access: 'user',
  programs: 'read',
  result: experimentSchema,
});

export const createExperiment = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create the experiment of a toggle; it is active at once',
  access: 'user',
  programs: 'write',
  body: experimentDraftSchema,
  result: experimentSchema,
  status: 201,
  errors: [...EXPERIMENT_CODES, ...CONFLICTS, 'TOGGLE_ARCHIVED', 'DUPLICATED_RULE'],
});

export const updateExperiment = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change the rules of an experiment; its toggle cannot change',
  access: 'user',
  programs: 'write',
  body: experimentEditSchema,
  result: experimentSchema,
  errors: [...EXPERIMENT_CODES, ...CONFLICTS, 'DUPLICATED_RULE', 'TOGGLE_LOCKED'],
});

export const deleteExperiment = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an experiment; its toggle returns its default value again',
  access: 'user',
  programs: 'write',
  status: 204,
});

export const pauseExperiment = endpoint({
  method: 'POST',
  path: `${ONE}/pause`,
  summary: "Pause an experiment; everyone gets the toggle's default value",
  access: 'user',
  programs: 'write',
  result: statusSchema,
});

export const restartExperiment = endpoint({
  method: 'POST',
  path: `${ONE}/restart`,
  summary: 'Restart a paused experiment',
  access: 'user',
  programs: 'write',
  result: statusSchema,
});

export const cloneExperiment = endpoint({
  method: 'POST',
  path: `${ONE}/to/:destEnvId`,
  summary:
    'Clone an experiment to another environment of the application; a split gives users the same values there',
  access: 'user',
  programs: 'write',
  result: experimentSchema,
  status: 201,
  errors: [...CONFLICTS, 'TOGGLE_ARCHIVED', 'DUPLICATED_RULE', 'UNKNOWN_ENVIRONMENT'],
});

export const listExperimentVersions = endpoint({
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'List the last 100 saved versions of an experiment, newest first',
  access: 'user',
  programs: 'read',
  result: z.array(savedVersionSchema),
});

export const getExperimentVersion = endpoint({
  method: 'GET',
  path: `${ONE}/versions/:version`,
  summary: 'Get a saved version of an experiment',
  access: 'user',
  programs: 'read',
  result: savedBodySchema(savedExperimentSchema),
});

/** What can be done with many experiments in one call. */
export const EXPERIMENT_BULK_ACTIONS = ['PAUSE', 'RESTART', 'CLONE', 'DELETE'] as const;
export type ExperimentBulkAction = (typeof EXPERIMENT_BULK_ACTIONS)[number];

/** Why a single experiment may be left unchanged. */
const BULK_CODES = [
  ...CONFLICTS,
  'TOGGLE_ARCHIVED',
  'DUPLICATED_RULE',
  'LIMIT_EXCEEDED',
  'NOT_FOUND',
  'UNCHANGED',
] as const;

export const changeExperiments = endpoint({
  method: 'POST',
  path: `${LIST}/bulk`,
  summary: 'Change many experiments; each is changed, or refused with its own error code',
  access: 'user',
  programs: 'write',
  body: z.object({
    ids: bulkIds,
    action: z.enum(EXPERIMENT_BULK_ACTIONS),
    destEnvId: documented(z.optional(id), {
      description: 'Only for CLONE: id of the other environment.',
    }),
  }),
  result: bulkResultSchema(BULK_CODES),
  errors: [...BULK_CODES, 'UNKNOWN_ENVIRONMENT'],
});
