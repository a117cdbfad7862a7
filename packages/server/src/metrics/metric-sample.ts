import { METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '../testing/builders.ts';
import { LONG, type NounSample, textSamples } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/metrics',
  good: () => ({ key: 'orders', name: 'Orders', kind: 'CONVERSION', eventKey: 'order' }),
  samples: [
    { code: 'EMPTY_KEY', at: ['key'], body: { key: '' } },
    { code: 'INVALID_KEY', at: ['key'], body: { key: 'a b' } },
    { code: 'LIMIT_EXCEEDED', at: ['key'], body: { key: LONG } },
    ...textSamples(METRIC.bounds),
    { code: 'INVALID_METRIC_KIND', at: ['kind'], body: { kind: 'MEDIAN' } },
    { code: 'EMPTY_EVENT_KEY', at: ['eventKey'], body: { eventKey: ' ' } },
    { code: 'INVALID_EVENT_KEY', at: ['eventKey'], body: { eventKey: 'a b' } },
    { code: 'DENOMINATOR_REQUIRED', at: ['denominatorKey'], body: { kind: 'RATIO' } },
    {
      code: 'DENOMINATOR_REQUIRED',
      at: ['denominatorKey'],
      body: { kind: 'RATIO', eventKey: 'order', denominatorKey: 'order' },
    },
    {
      code: 'INVALID_EVENT_KEY',
      at: ['denominatorKey'],
      body: { kind: 'RATIO', denominatorKey: 'x'.repeat(65) },
    },
    { code: 'INVALID_WINDOW', at: ['windowHours'], body: { windowHours: 2_161 } },
    {
      code: 'INVALID_WINDOW',
      at: ['fromHours'],
      body: { kind: 'RETENTION', fromHours: 24, windowHours: 24 },
    },
    { code: 'INVALID_LOOKBACK', at: ['lookbackDays'], body: { lookbackDays: 1.5 } },
    { code: 'INVALID_CAP', at: ['cap'], body: { cap: { type: 'PERCENTILE', value: 49 } } },
    { code: 'INVALID_MARGIN', at: ['margin'], body: { margin: -0.1 } },
    {
      code: 'DUPLICATE_KEY',
      at: ['key'],
      body: async (stage) => {
        const taken = { key: 'taken', name: 'Taken', kind: 'COUNT', eventKey: 'order' };
        await stage.create(`/api/apps/${stage.ids.appId}/metrics`, taken);
        return { key: 'Taken' };
      },
    },
  ],
  furnish: async ({ server, appId }) => ({
    'metrics/': await createMetric(server, appId),
    otherMetricId: await createMetric(server, appId, 'errors'),
    thirdMetricId: await createMetric(server, appId, 'visits'),
  }),
  saves: {
    updateMetric: () => ({
      first: { key: 'purchase', name: 'Purchase', kind: 'RETENTION', eventKey: 'a', fromHours: 24 },
      body: {
        key: 'orders',
        kind: 'RATIO',
        eventKey: 'order',
        denominatorKey: 'visit',
        numeratorOf: 'COUNT',
        denominatorOf: 'COUNT',
        better: 'DOWN',
        fromHours: 0,
        windowHours: 48,
        lookbackDays: 0,
        cap: { type: 'PERCENTILE', value: 99 },
        margin: 0.1,
        trusted: true,
      },
      document: { list: 'metrics', key: 'key' },
    }),
  },
};
