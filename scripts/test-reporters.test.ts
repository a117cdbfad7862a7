import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf } from './proven-statements.ts';
import { readRequirements } from './requirements.ts';
import { readReport } from './test-report.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
  // The folder is inside the repository, so that the runners find their own packages.
  mkdirSync(path.join(ROOT, 'test-reports'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, 'test-reports/try-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Tests in a syntax that both runners accept. */
const TESTS = `
test.describe('a group', () => {
  test('SES-01: passes', () => {});
  test('SES-02: fails', () => expect(1).toBe(2));
  test.skip('SES-03: is skipped', () => {});
});
// SES-04 stands in a comment.
`;

async function reported(files: Readonly<Record<string, string>>, command: readonly string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const report = path.join(folder, `${command[0]}.json`);
  const { status, stderr } = spawnSync('npx', command, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TEST_REPORT: report, CI: '1' },
  });
  expect(status, stderr).toBe(1);
  const outcomes = await readReport(report);
  const { proven } = proofOf(await readRequirements(), outcomes);
  const told = outcomes.map(({ file, title, outcome, error }) => [
    path.basename(file),
    title,
    outcome,
    error?.slice(0, 40),
  ]);
  return { told, proven: proven.map(({ id }) => id) };
}

test('W-01: the tests that passed in vitest prove their statements; a file that cannot be loaded has failed', async () => {
  const reporter = path.join(ROOT, 'scripts/vitest-reporter.ts');
  const { told, proven } = await reported(
    {
      'vitest.config.ts': `
        import { vitestReporter } from ${JSON.stringify(reporter)};
        export default { test: { reporters: [vitestReporter], include: ['*.sample.ts'] } };`,
      'one.sample.ts': `
        import { describe, expect, test as it } from 'vitest';
        const test = Object.assign(it, { describe });
        ${TESTS}
        test('SES-05: passes in the end', { retry: 1 }, () => expect(tries++).toBe(1));
        let tries = 0;`,
      'two.sample.ts': `import './nowhere.ts';\ntest('SES-06: never runs', () => {});`,
    },
    ['vitest', 'run'],
  );
  expect(told.sort()).toEqual([
    ['one.sample.ts', 'SES-05: passes in the end', 'retried', expect.any(String)],
    ['one.sample.ts', 'a group > SES-01: passes', 'passed', undefined],
    ['one.sample.ts', 'a group > SES-02: fails', 'failed', expect.stringContaining('expected 1')],
    ['one.sample.ts', 'a group > SES-03: is skipped', 'skipped', undefined],
    ['two.sample.ts', expect.stringContaining('two.sample.ts'), 'failed', expect.any(String)],
  ]);
  expect(proven).toEqual(['SES-01', 'SES-05']);
});

// Starts a separate runner, with two workers, while other tests run.
test('W-01: the tests that passed in Playwright prove their statements', async () => {
  const reporter = path.join(ROOT, 'e2e/reporter.ts');
  const { told, proven } = await reported(
    {
      'playwright.config.ts': `
        export default { testMatch: '*.browser.ts', retries: 1, reporter: ${JSON.stringify(reporter)} };`,
      'one.browser.ts': `
        import { expect, test } from '@playwright/test';
        ${TESTS}
        test('SES-05: passes in the end', ({}, { retry }) => expect(retry).toBe(1));`,
    },
    ['playwright', 'test'],
  );
  expect(told.sort()).toEqual([
    ['one.browser.ts', 'SES-05: passes in the end', 'retried', expect.any(String)],
    ['one.browser.ts', 'a group > SES-01: passes', 'passed', undefined],
    ['one.browser.ts', 'a group > SES-02: fails', 'failed', expect.stringContaining('expect')],
    ['one.browser.ts', 'a group > SES-03: is skipped', 'skipped', undefined],
  ]);
  expect(proven).toEqual(['SES-01', 'SES-05']);
});
