import type { NounSample } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/envs/:envId',
  good: () => ({ approvals: 1, pauseDirectly: true, reasonRequired: false }),
  samples: [{ code: 'INVALID_APPROVALS', at: ['approvals'], body: { approvals: 4 } }],
  saves: {
    updateChangePolicy: () => ({
      body: { approvals: 2, pauseDirectly: false, reasonRequired: true },
    }),
  },
};
