import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, draftText } from '../shapes.ts';
import { analysisSchema } from './analysis.ts';
import { ANALYSIS_CODES } from './check-analysis.ts';
import { phaseDraftSchema } from './phase.ts';
import { analysisDraftSchema } from './plan.ts';

const LIST = '/api/apps/:appId/envs/:envId/experiments/:id/analyses';
const ONE = '/api/apps/:appId/envs/:envId/experiments/:id/analyses/:analysisId';

const reader = { access: 'user', programs: 'read' } as const;
const writer = { access: 'user', programs: 'write' } as const;

export const getApplicationAnalysis = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/analyses/:analysisId',
  summary: 'Get an analysis, even if its toggle, experiment or environment is deleted',
  ...reader,
  result: analysisSchema,
});

export const listToggleAnalyses = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/toggles/:id/analyses',
  summary: 'List all analyses of a toggle, newest first, including those of deleted experiments',
  ...reader,
  result: z.array(analysisSchema),
});

export const listAnalyses = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the analyses of an experiment, newest first',
  ...reader,
  result: z.array(analysisSchema),
});

export const getAnalysis = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get an analysis',
  ...reader,
  result: analysisSchema,
});

export const createAnalysis = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create the analysis of a rule with a split; it measures nothing until it is started',
  ...writer,
  body: analysisDraftSchema,
  result: analysisSchema,
  status: 201,
  errors: [...ANALYSIS_CODES, 'ANALYSIS_EXISTS'],
});

export const updateAnalysis = endpoint({
  method: 'PUT',
  path: ONE,
  summary:
    'Change the plan of an analysis, except its rule; after the start only the hypothesis and the secondary metrics',
  ...writer,
  body: analysisDraftSchema,
  result: analysisSchema,
  errors: [...ANALYSIS_CODES, 'PLAN_FROZEN', 'WRONG_ANALYSIS_STATE'],
});

export const deleteAnalysis = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an analysis that has not been started',
  ...writer,
  status: 204,
  errors: ['WRONG_ANALYSIS_STATE'],
});

export const startAnalysis = endpoint({
  method: 'POST',
  path: `${ONE}/start`,
  summary: 'Start an analysis; this begins the measurement and freezes the plan',
  ...writer,
  result: analysisSchema,
  errors: [...ANALYSIS_CODES, 'WRONG_ANALYSIS_STATE', 'EXPERIMENT_NOT_ACTIVE'],
});

export const stopAnalysis = endpoint({
  method: 'POST',
  path: `${ONE}/stop`,
  summary: 'Stop an analysis, at once or after the last time window has ended',
  ...writer,
  body: z.object({
    wait: documented(z.nullish(z.boolean()), {
      description:
        'Whether to count events until the last time window of a user has ended, and to stop only then.',
    }),
    reason: draftText,
  }),
  result: analysisSchema,
  errors: ['WRONG_ANALYSIS_STATE', 'LIMIT_EXCEEDED'],
});

export const shipValue = endpoint({
  method: 'POST',
  path: `${ONE}/ship`,
  summary: 'Return one value to every user whom the rule matches, and stop the analysis',
  ...writer,
  body: z.object({ value: draftText, reason: draftText }),
  result: analysisSchema,
  errors: ['WRONG_ANALYSIS_STATE', 'UNKNOWN_VALUE', 'EMPTY_REASON', 'LIMIT_EXCEEDED'],
});

export const startPhase = endpoint({
  method: 'POST',
  path: `${ONE}/phases`,
  summary: 'Start a new phase without users; earlier phases stay readable',
  ...writer,
  body: phaseDraftSchema,
  result: analysisSchema,
  errors: ['WRONG_ANALYSIS_STATE', 'EXPERIMENT_NOT_ACTIVE', 'OLDER_NODE'],
});

export const eraseUnit = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/envs/:envId/units/erase',
  summary: 'Delete the stored events and exposures of one user, or of one value of a property',
  access: 'admin',
  programs: 'refused',
  body: z.object({
    uid: draftText,
    property: documented(draftText, {
      description:
        'Key of a property by which splits are measured; with `value`, in place of `uid`.',
    }),
    value: draftText,
  }),
  result: z.object({
    count: documented(z.int(), { description: 'Number of deleted records.' }),
    idLists: documented(z.array(z.string()), {
      description:
        'Names of the id lists of the application that have it: nothing was removed of them.',
    }),
  }),
  errors: ['INVALID_BODY', 'NO_PROPERTY'],
});
