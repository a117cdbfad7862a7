import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult } from '@comporta/contract/analyses/results';
import { describe, expect, it } from 'vitest';
import { drawnLifts, isInvalid, metricRows } from './metric-rows.ts';

const VALUES = [
  { value: 'off', isControl: true, users: 1000, expected: 1000 },
  { value: 'on', isControl: false, users: 1010, expected: 1005 },
];

const metric = (no: number, given: Partial<MeasuredMetric>) =>
  // The rows need these fields only.
  ({
    no,
    key: `m${no}`,
    role: 'GOAL',
    better: 'UP',
    kind: 'CONVERSION',
    ...given,
  }) as MeasuredMetric;

const result = (
  no: number,
  [low, high]: readonly [number, number],
  given: Partial<MetricResult['comparisons'][number]> = {},
): MetricResult => ({
  no,
  role: 'GOAL',
  key: `m${no}`,
  values: VALUES.map(({ value, users }) => ({ value, users, positive: 50, level: 0.05 })),
  comparisons: [
    {
      value: 'on',
      alpha: 0.05,
      difference: { point: (low + high) / 2, low, high },
      lift: { point: 0.1, low: low * 10, high: high * 10 },
      ...given,
    },
  ],
});

function rowsOf(metrics: readonly MeasuredMetric[], results: readonly MetricResult[]) {
  const analysis = { metrics };
  const given = { values: VALUES, analysis } as unknown as Parameters<typeof metricRows>[0];
  return metricRows(given, results, { isInvalid: false });
}

function findingOf(given: Partial<MeasuredMetric>, one: MetricResult) {
  return rowsOf([metric(1, given)], [one])[0]?.rows[1]?.finding;
}

describe('the table of metrics', () => {
  it('RES-70: has the goal first, then guardrails, then secondary metrics', () => {
    const metrics = [
      metric(1, { role: 'SECONDARY' }),
      metric(2, { role: 'GUARDRAIL' }),
      metric(3, { role: 'GOAL' }),
    ];
    const rows = rowsOf(
      metrics,
      [1, 2, 3].map((no) => result(no, [0, 1])),
    );
    expect(rows.map((one) => one.metric.no)).toEqual([3, 2, 1]);
    expect(rows[0]?.rows.map(({ value, isControl }) => [value, isControl])).toEqual([
      ['off', true],
      ['on', false],
    ]);
  });

  it.each([
    ['UP', [0.01, 0.02], 'better'],
    ['UP', [-0.02, -0.01], 'worse'],
    ['UP', [-0.01, 0.01], 'undecided'],
    ['DOWN', [0.01, 0.02], 'worse'],
    ['DOWN', [-0.02, -0.01], 'better'],
  ] as const)('RES-71: better %s and an interval of %s is %s', (better, interval, finding) => {
    expect(findingOf({ better }, result(1, interval))).toBe(finding);
  });

  it('RES-71: nothing is claimed from figures that must not be used', () => {
    const given = { values: VALUES, analysis: { metrics: [metric(1, {})] } };
    const [row] = metricRows(
      given as unknown as Parameters<typeof metricRows>[0],
      [result(1, [0.01, 0.02])],
      {
        isInvalid: true,
      },
    );
    expect(row?.rows[1]?.finding).toBeUndefined();
    expect(isInvalid({ code: 'INVALID_ASSIGNMENT', params: { share: 0.2 } })).toBe(true);
    expect(isInvalid({ code: 'NO_DATA', params: { reason: 'NO_KEY' } })).toBe(false);
  });

  it('RES-56: a secondary metric is better only when it stands out among all of them', () => {
    const role = 'SECONDARY';
    expect(findingOf({ role }, result(1, [0.01, 0.02]))).toBe('undecided');
    expect(findingOf({ role }, result(1, [0.01, 0.02], { standsOut: true }))).toBe('better');
  });

  it('RES-80: without an interval nothing is claimed, and the counts stay', () => {
    const shut = result(1, [0, 0], {
      difference: undefined,
      lift: undefined,
      notComputable: 'GATE',
    });
    const [row] = rowsOf([metric(1, {})], [shut]);
    expect(row?.rows[1]).toMatchObject({ finding: undefined, users: 1010 });
  });

  it('RES-78: the range of the picture follows the goal', () => {
    const rows = rowsOf(
      [metric(1, {}), metric(2, { role: 'GUARDRAIL' })],
      [result(1, [0.01, 0.02]), result(2, [-3, 3])],
    );
    const { focus, others } = drawnLifts(rows);
    expect(focus).toHaveLength(1);
    expect(others).toHaveLength(2);
  });
});
