import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** What would change the machine, and here says only that it was called. */
const INSTALLERS = ['apt-get', 'npx'];

const folder = mkdtempSync(path.join(tmpdir(), 'comporta-installers-'));
for (const name of INSTALLERS) {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} called" >&2\n`);
  chmodSync(file, 0o755);
}
afterAll(() => rmSync(folder, { recursive: true }));

it('OPS-19: a machine without a browser is told what is installed, and how to use another one, before it is', () => {
  const { CHROMIUM_PATH: _, ...env } = process.env;
  const find = "import('./e2e/browser.ts').then(({ findBrowser }) => findBrowser([]))";
  const { stderr } = spawnSync(process.execPath, ['--eval', find], {
    cwd: ROOT,
    env: { ...env, PATH: folder },
    encoding: 'utf8',
  });
  const lines = stderr.split('\n');
  const said = lines.findIndex((line) =>
    /^No Chromium was found, so one.*CHROMIUM_PATH\.$/.test(line),
  );
  expect(said, stderr).toBeGreaterThanOrEqual(0);
  const calls = lines.flatMap((line, index) => (line.endsWith(' called') ? [index] : []));
  expect(calls.length).toBeGreaterThan(0);
  for (const index of calls) {
    expect(index).toBeGreaterThan(said);
    const [installer] = lines[index]?.split(' ') ?? [];
    expect(lines[index - 1]).toMatch(
      new RegExp(`^> ${installer} .*install|^> ${installer} update`),
    );
  }
  expect(stderr).toContain('No Chromium was found and none could be fetched: set CHROMIUM_PATH');
});
