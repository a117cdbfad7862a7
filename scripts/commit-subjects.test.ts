import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { problemOfSubject } from './commit-subjects.ts';

const SCRIPT = path.join(import.meta.dirname, 'commit-subjects.ts');

test.each([
  'analyses: follow changes through ON_CHANGE',
  'acceptance, bench: count what two companies are answered',
  `events: ${'x'.repeat(64)}`,
])('a subject with an area and a verb passes: %s', (subject) => {
  expect(problemOfSubject(subject)).toBeUndefined();
});

test.each([
  [`events: ${'x'.repeat(65)}`, 'has 73 characters, at most 72'],
  ['Follow changes', 'does not begin with an area and a colon'],
  ['console: the help is searched', 'has "the" where a verb should be'],
  ['keys: Nobody shows a hash', 'has "Nobody" where a verb should be'],
])('%s: %s', (subject, problem) => {
  expect(problemOfSubject(subject)).toBe(problem);
});

test('in a clone with one commit, that commit is judged; commits from before the rule are not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'comporta-subjects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [origin, clone] = [path.join(folder, 'origin'), path.join(folder, 'clone')];
  const git = (args: readonly string[], date?: string) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      env: { ...process.env, ...(date && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }) },
      stdio: 'pipe',
    });
  const commit = (subject: string, date: string) =>
    git(['-C', origin, 'commit', '--allow-empty', '-m', subject], date);
  git(['init', origin]);
  commit('what was true long ago', '2026-11-01T00:00:00Z');
  expect(judge(origin)).toBe('');
  commit('keys: the older one', '2026-12-01T00:00:00Z');
  commit('keys: the newer one', '2026-12-02T00:00:00Z');
  git(['clone', '--depth=1', pathToFileURL(origin).href, clone]);
  expect(judge(clone)).toMatch(/^\w+ keys: the newer one\n {2}The subject has "the" .*\n$/);
});

function judge(cwd: string): string {
  try {
    execFileSync(process.execPath, [SCRIPT], { cwd, stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}
