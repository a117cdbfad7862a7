import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { afterAll, expect, it } from 'vitest';
import { runPreviousCommand } from './previous-release.ts';

/** See conformance/evaluation/README.md. */
const CONFORMANCE = new URL('../../../../conformance/evaluation/', import.meta.url);
const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface ReadToggle {
  readonly toggle: string;
  readonly value: string;
  readonly errorCode?: string;
}

/** What the previous release answers for every toggle of a snapshot of this one. */
function readByPrevious(name: string): readonly ReadToggle[] {
  const { snapshot } = JSON.parse(readFileSync(new URL(`${name}.json`, CONFORMANCE), 'utf8'));
  const plain: Snapshot['toggles'][number] = {
    id: 'plain',
    name: 'plain',
    values: ['on', 'off'],
    defaultValue: 'on',
    valueType: 'STRING',
  };
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...snapshot, toggles: [...snapshot.toggles, plain] }));
  return JSON.parse(runPreviousCommand('evaluate', '--uid', 'ana', '--snapshot', file)).toggles;
}

it('RUL-55: combined rules and splits by a property are words, and the format of snapshots stays 1', () => {
  expect(SNAPSHOT_FORMAT).toBe(1);
  for (const name of ['combined', 'split-by']) {
    const [plain, ...toggles] = readByPrevious(name).toReversed();
    expect(plain).toMatchObject({ toggle: 'plain', value: 'on', reason: 'STATIC' });
    const failed = toggles.filter(({ errorCode }) => errorCode !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    for (const toggle of failed) {
      expect(toggle).toMatchObject({ reason: 'ERROR', errorCode: 'PARSE_ERROR' });
    }
  }
});

it.each(['date-time', 'pre-release', 'network', 'ignoring-case'])(
  'LIF-57: 0.2.0 answers the default of toggles with the words of %s, with PARSE_ERROR, and no other',
  (name) => {
    const [plain, ...toggles] = readByPrevious(name).toReversed();
    expect(plain).toMatchObject({ toggle: 'plain', value: 'on', reason: 'STATIC' });
    expect(toggles.length).toBeGreaterThan(10);
    for (const toggle of toggles) {
      expect(toggle).toMatchObject({ value: 'off', reason: 'ERROR', errorCode: 'PARSE_ERROR' });
    }
  },
);

it.each(['absent', 'list'])(
  'RUL-28 RUL-55: 0.2.0 evaluates the words that it knows in %s, and answers the default of all others',
  (name) => {
    const KNOWN = /^(equals|not-equals|does-not-contain)-/;
    for (const { toggle, errorCode } of readByPrevious(name)) {
      const isKnown = toggle === 'plain' || KNOWN.test(toggle);
      expect(errorCode, toggle).toBe(isKnown ? undefined : 'PARSE_ERROR');
    }
  },
);
