import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { KeptSnapshot } from '../snapshot/snapshot-keeper.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { parsedOf, toggleOf } from '../test-support/snapshots.ts';
import { keepSnapshotFile } from './keep-snapshot-file.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fetched(revision: number): KeptSnapshot {
  const parsed = parsedOf({ revision, toggles: [toggleOf('promoção')] });
  const fetchedAt = new Date('2026-11-21T10:00:00.000Z');
  return { ...parsed, entityTag: '"tag"', fetchedAt };
}

async function written(name: string): Promise<string> {
  const file = path.join(folder, name, 'snapshot');
  await writeSnapshotFile(file, 'key', fetched(7));
  return file;
}

describe('the snapshot file', () => {
  it('returns what was written, leaves no temporary file, and is readable by its owner only', async () => {
    const file = await written('whole');
    expect(readSnapshotFile(file, 'key')).toEqual(fetched(7));
    expect(readdirSync(path.dirname(file))).toEqual(['snapshot']);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is damaged when any byte is missing or different', async () => {
    const file = await written('damaged');
    const bytes = readFileSync(file);
    for (const length of [0, 10, 60, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(readSnapshotFile(file, 'key')).toBe('DAMAGED');
    }
    for (let at = 0; at < bytes.length; at += 7) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      writeFileSync(file, other);
      expect(readSnapshotFile(file, 'key')).toBe('DAMAGED');
    }
  });

  it('is not read with another key, nor when it is absent', async () => {
    const file = await written('keyed');
    expect(readFileSync(file, 'utf8')).not.toContain('"key"');
    expect(readSnapshotFile(file, 'another')).toBe('OF_ANOTHER_KEY');
    expect(readSnapshotFile(path.join(folder, 'none'), 'key')).toBe('ABSENT');
  });

  it('holds the last of many snapshots that arrive at once', async () => {
    const file = path.join(folder, 'burst');
    const logger = recordingLogger();
    const keeper = keepSnapshotFile(file, 'key', logger);
    for (let revision = 1; revision <= 50; revision++) keeper.keep(fetched(revision));
    await keeper.finish();
    expect(readSnapshotFile(file, 'key')).toMatchObject({ snapshot: { revision: 50 } });
    expect(logger.lines).toEqual([]);
  });

  it('logs a failed write, and stays unchanged', async () => {
    const logger = recordingLogger();
    const file = path.join(folder, 'a-folder');
    await writeSnapshotFile(path.join(file, 'inside'), 'key', fetched(1));
    const keeper = keepSnapshotFile(file, 'key', logger);
    keeper.keep(fetched(2));
    await keeper.finish();
    expect(logger.lines).toEqual([expect.stringContaining(`${file} was not written`)]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
