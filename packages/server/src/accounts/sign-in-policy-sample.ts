import { newId } from '../platform/base/ids.ts';
import { giveFactor } from '../testing/identity/sign-on-builders.ts';
import type { NounSample } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/accounts',
  good: () => ({}),
  samples: [
    { code: 'INVALID_POLICY_VALUE', at: ['sessionHours'], only: 'PUT', body: { sessionHours: 25 } },
    {
      code: 'EMERGENCY_USER_REQUIRED',
      at: ['emergencyUsers'],
      only: 'PUT',
      body: { emergencyUsers: [newId()] },
    },
    {
      code: 'SSO_NOT_TESTED',
      at: ['passwordLogin'],
      only: 'PUT',
      body: async ({ server, adminId }) => {
        await giveFactor(server, adminId);
        return { passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [adminId] };
      },
    },
  ],
  saves: {
    updateSignInPolicy: ({ adminId = '' }) => ({
      body: {
        emergencyUsers: [adminId],
        secondFactor: 'ALL',
        graceDays: 3,
        sessionHours: 4,
        idleMinutes: 30,
        passwordMinChars: 12,
        tokenMaxDays: 90,
        tokenSleepDays: 14,
        deviceLogin: false,
      },
      // It needs a provider, through which the caller came in.
      instructions: ['passwordLogin'],
    }),
  },
};
