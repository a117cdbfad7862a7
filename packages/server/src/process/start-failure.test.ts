import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { explainStartFailure } from './start-failure.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-failure-'));
  vi.stubEnv('DATA_DIR', path.join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function failureOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    return explainStartFailure(error);
  }
  throw new Error('it did not fail');
}

it('OPS-02: a failure in DATA_DIR, or on the way to it, names that setting', () => {
  writeFileSync(path.join(folder, 'data'), 'a file');
  const makes = ['data/postgres', 'data'].map((name) =>
    failureOf(() => mkdirSync(path.join(folder, name))),
  );
  expect(makes).toEqual([
    expect.stringMatching(/ENOTDIR.*\. Check DATA_DIR\.$/),
    expect.stringMatching(/EEXIST.*\. Check DATA_DIR\.$/),
  ]);
});

it.each(['8080', 'wrong'])('a failure with another file does not, with PORT %s', (port) => {
  vi.stubEnv('PORT', port);
  const failure = failureOf(() => writeFileSync(path.join(folder, 'backups/tonight'), ''));
  expect(failure).toMatch(/ENOENT.*backups\/tonight'\.$/);
});
