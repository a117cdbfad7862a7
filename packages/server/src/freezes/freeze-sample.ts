import { newId } from '../platform/base/ids.ts';
import { freezes } from '../tables/change-requests.ts';
import type { NounSample } from '../testing/samples.ts';

const OVER = { startsAt: new Date('2026-01-01'), endsAt: new Date('2026-01-02') };

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/freezes',
  good: () => ({ name: 'Holidays', from: '2026-12-20T00:00:00Z', to: '2027-01-02T00:00:00Z' }),
  samples: [],
  furnish: async ({ server, appId }) => {
    const id = newId();
    const freeze = { id, applicationId: appId, name: 'Launch day', ...OVER, savedBy: 'Ana' };
    await server.database.sql.insert(freezes).values(freeze);
    return { 'freezes/': id };
  },
  saves: {},
};
