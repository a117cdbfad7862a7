import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { EXPERIMENT_CODES, experimentDraftSchema } from '../experiments/experiment.ts';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';
import { explanationSchema } from './explanation.ts';

export const explainToggles = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/envs/:envId/evaluate',
  summary: 'Explain what toggles return to a user, with the saved rules or with unsaved ones',
  access: 'user',
  needs: 'VIEWER',
  programs: 'write',
  body: z.object({
    uid: z.nullish(z.string()),
    properties: z.nullish(recordOf(z.unknown())),
    toggleId: documented(z.nullish(z.string()), {
      description: 'Absent: all toggles are explained.',
    }),
    draft: documented(z.nullish(experimentDraftSchema), {
      description:
        "Unsaved rules to use in place of the saved ones; only the draft's toggle is explained.",
    }),
  }),
  result: z.array(explanationSchema),
  errors: EXPERIMENT_CODES,
});
