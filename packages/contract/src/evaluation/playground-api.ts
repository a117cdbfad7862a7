import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EXPERIMENT_CODES, experimentDraftSchema } from '../experiments/experiment.ts';
import { recordOf } from '../record-of.ts';
import { explanationSchema } from './explanation.ts';

export const explainToggles = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/envs/:envId/evaluate',
  summary: 'Explain what toggles return to a user, with the saved rules or with unsaved ones',
  access: 'user',
  accountKey: 'accepted',
  body: z.object({
    uid: z.string().nullish(),
    properties: recordOf(z.unknown()).nullish(),
    toggleId: z.string().nullish().meta({ description: 'Absent: every toggle.' }),
    draft: experimentDraftSchema.nullish().meta({
      description: "Rules to try in place of the saved ones; only the draft's toggle is explained.",
    }),
  }),
  result: z.array(explanationSchema),
  status: 200,
  errors: EXPERIMENT_CODES,
});
