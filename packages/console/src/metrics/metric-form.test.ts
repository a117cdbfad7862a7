import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { describe, expect, it } from 'vitest';
import { checkMetricForm, metricForm } from './metric-form.ts';

const PURCHASE = {
  ...metricForm(NEW_METRIC),
  key: 'purchase',
  name: 'Purchase',
  kind: 'CONVERSION',
  eventKey: 'purchase',
};

describe('the form of a metric', () => {
  it('RES-75: starts with the numbers of a new metric', () => {
    const { windowHours, lookbackDays, margin, cap } = metricForm(NEW_METRIC);
    expect({ windowHours, lookbackDays, margin, cap }).toEqual({
      windowHours: '168',
      lookbackDays: '14',
      margin: '5',
      cap: { type: 'NONE', value: '' },
    });
  });

  it('RES-75: returns what was saved', () => {
    const saved = {
      ...NEW_METRIC,
      key: 'revenue',
      name: 'Revenue',
      kind: 'MEAN',
      eventKey: 'order:paid',
      cap: { type: 'ABSOLUTE', value: 500.5 },
      margin: 0.07,
    };
    expect(checkMetricForm(metricForm(saved))).toMatchObject({ ok: true, value: saved });
  });

  it.each([
    ['windowHours', 'INVALID_WINDOW', { windowHours: '' }],
    ['windowHours', 'INVALID_WINDOW', { windowHours: '1.5' }],
    ['lookbackDays', 'INVALID_LOOKBACK', { lookbackDays: 'two' }],
    ['margin', 'INVALID_MARGIN', { margin: '101' }],
    ['cap', 'INVALID_CAP', { kind: 'MEAN', cap: { type: 'PERCENTILE', value: '' } }],
    ['fromHours', 'INVALID_WINDOW', { kind: 'RETENTION', fromHours: '168' }],
    ['denominatorKey', 'DENOMINATOR_REQUIRED', { kind: 'RATIO' }],
  ])('RES-75: reports a problem at %s (%s)', (field, code, typed) => {
    const checked = checkMetricForm({ ...PURCHASE, ...typed });
    expect(checked).toMatchObject({ ok: false, problems: [{ code, at: [field] }] });
  });

  it('RES-75: refuses no field that the kind does not show', () => {
    const hidden = { fromHours: '-1', cap: { type: 'ABSOLUTE', value: 'x' }, denominatorKey: '?' };
    const checked = checkMetricForm({ ...PURCHASE, ...hidden });
    expect(checked).toMatchObject({
      ok: true,
      value: { fromHours: 0, cap: { type: 'NONE' }, denominatorKey: '' },
    });
  });
});
