import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Commands that would download something; the stubs in this test only print that they were called. */
const INSTALLERS = ['npm', 'npx'];
/** A version of the browser's package that is not installed on any machine. */
const UNKNOWN = '0.0.0';

const folder = mkdtempSync(path.join(tmpdir(), 'comporta-installers-'));
for (const name of INSTALLERS) {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} called" >&2\n`);
  chmodSync(file, 0o755);
}
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(path.join(ROOT, 'node_modules/.cache/browser', UNKNOWN), { recursive: true, force: true });
});

it('OPS-19: on a machine without a browser, a message before each download says how to use an own browser instead', () => {
  const { CHROMIUM_PATH: _, ...env } = process.env;
  const sources = JSON.stringify({ shell: ['browser', UNKNOWN], places: [] });
  const find = `import('./e2e/browser.ts').then(({ findBrowser }) => findBrowser(${sources}))`;
  const { stderr } = spawnSync(process.execPath, ['--eval', find], {
    cwd: ROOT,
    env: { ...env, PATH: folder },
    encoding: 'utf8',
  });
  const lines = stderr.split('\n');
  const called = lines.filter((line) => line.endsWith(' called'));
  // npm has the browser for this platform only.
  const hasShell = process.platform === 'linux' && process.arch === 'x64';
  expect(called).toEqual(hasShell ? ['npm called', 'npx called'] : ['npx called']);
  for (const call of called) {
    const said = lines.slice(0, lines.indexOf(call)).findLast((line) => line.includes('fetche'));
    expect(said).toMatch(/To use your own, set CHROMIUM_PATH\.$/);
  }
  expect(stderr).toContain('No Chromium was found and none could be fetched: set CHROMIUM_PATH');
});
