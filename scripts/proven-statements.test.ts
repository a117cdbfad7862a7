import { expect, test } from 'vitest';
import { proofOf } from './proven-statements.ts';
import { parseRequirements } from './requirements.ts';
import type { Outcome } from './test-report.ts';

const REQUIREMENTS = parseRequirements(
  [
    '| SES-01 | must | Then a. |',
    '| SES-02 | must | Then b. |',
    '| SES-16 | expected | Then c. |',
    '| RES-10 | must, later | Then d. |',
    '| SEC-10 | must, later | Then e. |',
    '| SEC-101 | must, later | Then f. |',
  ].join('\n'),
);

function provenBy(...tests: readonly (readonly [title: string, outcome: Outcome])[]) {
  const { proven, unproven, early } = proofOf(
    REQUIREMENTS,
    tests.map(([title, outcome]) => ({ title, outcome })),
  );
  const ids = (statements: typeof proven) => statements.map(({ id }) => id).join(' ');
  return { proven: ids(proven), unproven: ids(unproven), early: ids(early) };
}

test('W-01: a test that passed proves every statement that its title names', () => {
  expect(provenBy(['a session > SES-01 SES-16: what it is', 'passed'])).toEqual({
    proven: 'SES-01 SES-16',
    unproven: 'SES-02',
    early: '',
  });
});

test('W-01: a test that passed on a retry proves the statements it names', () => {
  expect(provenBy(['SES-01: a', 'retried']).proven).toBe('SES-01');
});

test.each<[Outcome]>([['failed'], ['skipped']])(
  'W-01: a test that %s proves nothing',
  (outcome) => {
    expect(provenBy(['SES-01: a', outcome])).toEqual({
      proven: '',
      unproven: 'SES-01 SES-02 SES-16',
      early: '',
    });
  },
);

test('a statement of a later release is never unproven, and is listed as early when a test proves it', () => {
  expect(provenBy(['SES-01 SES-02 SES-16', 'passed'], ['RES-10: d', 'passed'])).toEqual({
    proven: 'SES-01 SES-02 SES-16',
    unproven: '',
    early: 'RES-10',
  });
});

test('an id of three digits proves its own statement, and not the one whose id it begins with', () => {
  expect(provenBy(['SEC-101: f', 'passed']).early).toBe('SEC-101');
});
