import { expect, test } from 'vitest';
import { proofOf } from './proven-statements.ts';
import { parseRequirements } from './requirements.ts';
import type { Outcome, TestOutcome } from './test-report.ts';
import { type LayerResult, summaryOf } from './test-summary.ts';

const REQUIREMENTS = parseRequirements(
  ['| SES-01 | must | Then a. |', '| SES-16 | expected | Then b. |'].join('\n'),
);

function outcome(title: string, outcome: Outcome, more: Partial<TestOutcome> = {}): TestOutcome {
  return { file: 'a.test.ts', title, outcome, ms: 1500, ...more };
}

function layer(result: Partial<LayerResult>): LayerResult {
  return { name: 'fast', seconds: 61.4, isGood: true, outcomes: undefined, ...result };
}

test('counts the tests of all layers, with the budget of each beside its time; a test that passed on a retry counts as passed and is listed', () => {
  const { lines, passed, failed } = summaryOf([
    layer({ name: 'static' }),
    layer({ outcomes: [outcome('one', 'passed'), outcome('two', 'skipped')], budgetSeconds: 120 }),
    layer({
      name: 'browser',
      budgetSeconds: 60,
      processorSeconds: 103.6,
      outcomes: [outcome('three', 'retried', { error: 'too late' })],
    }),
  ]);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
  expect(lines.join('\n')).toBe(
    [
      'static         61 s  good',
      'fast           61 s of  120 s  1 passed, 1 skipped',
      'browser        61 s of   60 s  104 s of a processor  1 retried',
      '',
      'Slowest files',
      '     4.5 s  a.test.ts',
      '',
      'Passed only when tried again: a defect each',
      '  a.test.ts > three: too late',
    ].join('\n'),
  );
});

test('a failed test is counted and named', () => {
  const { lines, failed } = summaryOf([
    layer({ isGood: false, outcomes: [outcome('one', 'failed', { error: 'no' })] }),
  ]);
  expect(failed).toBe(1);
  expect(lines).toContain('  a.test.ts > one: no');
});

test.each([
  ['that fails though its tests pass', { isGood: false, outcomes: [outcome('one', 'passed')] }],
  ['without tests', { isGood: false, outcomes: undefined }],
  ['whose tests left no report', { isGood: true, outcomes: [] }],
])('a layer %s counts as one failure', (_, result) => {
  const { lines, failed } = summaryOf([layer(result)]);
  expect(failed).toBe(1);
  expect(lines).toContain('  fast, outside of its tests');
});

test('W-01: an unproven statement of level must fails the run; one of level expected is only listed', () => {
  const passing = (title: string) => {
    const outcomes = [outcome(title, 'passed')];
    return summaryOf([layer({ outcomes })], proofOf(REQUIREMENTS, outcomes));
  };
  expect(passing('SES-16: b').failed).toBe(1);
  expect(passing('SES-16: b').lines).toContain('  UNPROVEN SES-01 Then a.');
  expect(passing('SES-01: a').failed).toBe(0);
  expect(passing('SES-01: a').lines).toContain('Statements, expected: 0 of 1 proven');
  expect(passing('SES-01: a').lines).toContain('  SES-16 Then b.');
});
