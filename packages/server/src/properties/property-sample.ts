import { PROPERTY } from '@comporta/contract/properties/property';
import { createProperty } from '../testing/builders.ts';
import { LONG, type NounSample, textSamples } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/properties',
  good: () => ({ key: 'country', type: 'STRING' }),
  samples: [
    { code: 'EMPTY_KEY', at: ['key'], body: { key: '' } },
    { code: 'INVALID_KEY', at: ['key'], body: { key: 'a b' } },
    { code: 'UID_FORBIDDEN', at: ['key'], body: { key: 'UID' } },
    { code: 'LIMIT_EXCEEDED', at: ['key'], body: { key: LONG } },
    ...textSamples(PROPERTY.bounds),
    { code: 'EMPTY_TYPE', at: ['type'], body: { type: 'COLOUR' } },
    { code: 'TYPE_LOCKED', at: ['type'], only: 'PUT', body: { type: 'DATE' } },
    {
      code: 'DUPLICATE_KEY',
      at: ['key'],
      body: async (stage) => {
        await stage.create(`/api/apps/${stage.ids.appId}/properties`, {
          key: 'taken',
          type: 'STRING',
        });
        return { key: 'Taken' };
      },
    },
  ],
  furnish: async ({ server, appId }) => ({
    'properties/': await createProperty(server, appId, { key: 'plan', type: 'STRING' }),
  }),
  saves: {
    updateProperty: () => ({
      body: { key: 'tier' },
      fixed: { type: { other: 'NUMERIC', outcome: 'TYPE_LOCKED' } },
      document: { list: 'properties', key: 'key' },
    }),
  },
};
