import type { NounSample } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/env/:envId',
  good: () => ({}),
  samples: [
    { code: 'INVALID_ORIGIN', at: ['origins', 0], body: { origins: ['example.com'] } },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['origins'],
      body: { origins: Array.from({ length: 101 }, (_, n) => `https://a${n}.example`) },
    },
  ],
  saves: {
    updateClientAccess: () => ({ body: { origins: ['https://www.example.com'] } }),
  },
};
