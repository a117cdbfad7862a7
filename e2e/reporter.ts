import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import {
  firstLine,
  fromRoot,
  type Outcome,
  type TestOutcome,
  writeReport,
} from '../scripts/test-report.ts';

/** Writes the outcome of each test to the report that `npm test` reads. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default class implements Reporter {
  private suite: Suite | undefined;

  onBegin(_: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    writeReport((this.suite?.allTests() ?? []).map(outcomeOfTest));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function outcomeOfTest(test: TestCase): TestOutcome {
  const error = firstLine(test.results.find((result) => result.error)?.error?.message);
  return {
    file: fromRoot(test.location.file),
    // The title path without the root, the project and the file.
    title: test.titlePath().slice(3).join(' > '),
    outcome: outcomeOf(test),
    ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    ...(error === undefined ? {} : { error }),
  };
}

function outcomeOf(test: TestCase): Outcome {
  const last = test.results.at(-1);
  if (last === undefined || last.status === 'skipped') return 'skipped';
  if (last.status !== 'passed') return 'failed';
  return test.results.length > 1 ? 'retried' : 'passed';
}
