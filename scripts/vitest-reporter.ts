import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { firstLine, fromRoot, type Outcome, type TestOutcome, writeReport } from './test-report.ts';

/** Writes the result of each test to the report of `npm test`. */
export const vitestReporter: Reporter = {
  onTestRunEnd(modules) {
    writeReport(modules.flatMap((module) => [...failureToStart(module), ...outcomesOf(module)]));
  },
};

/** A file that cannot be loaded has no tests, so the file itself is reported as failed. */
function failureToStart(module: TestModule): TestOutcome[] {
  const [error] = module.errors();
  if (error === undefined) return [];
  const file = fromRoot(module.moduleId);
  return [{ file, title: file, outcome: 'failed', ms: 0, ...messageOf(error) }];
}

function outcomesOf(module: TestModule): TestOutcome[] {
  return [...module.children.allTests()].map((test) => {
    const { errors } = test.result();
    return {
      file: fromRoot(module.moduleId),
      title: test.fullName,
      outcome: outcomeOf(test),
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      ...messageOf(errors?.[0]),
    };
  });
}

function outcomeOf(test: TestCase): Outcome {
  const { state } = test.result();
  if (state === 'pending') return 'skipped';
  return state === 'passed' && test.diagnostic()?.flaky === true ? 'retried' : state;
}

function messageOf(error: { message: string } | undefined): { error?: string } {
  const line = firstLine(error?.message);
  return line === undefined ? {} : { error: line };
}
