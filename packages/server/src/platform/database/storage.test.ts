import { statfsSync } from 'node:fs';
import os from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createLog } from '../base/log.ts';
import { REMOTE_STORAGE, watchStorage } from './storage.ts';

const FOLDER = os.tmpdir();
const { blocks, bsize } = statfsSync(FOLDER);
const MORE_THAN_THERE_IS = (blocks + 1) * bsize;

it('a disk has room while its reserve is free; the first time it has none, that is logged', async () => {
  const written = new PassThrough();
  const log = createLog('info', written);
  expect(await watchStorage(FOLDER, log, 1).hasRoom()).toBe(true);
  const full = watchStorage(FOLDER, log, MORE_THAN_THERE_IS);
  expect([await full.hasRoom(), await full.hasRoom()]).toEqual([false, false]);
  written.end();
  const lines = (await text(written)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      folder: FOLDER,
      msg: expect.stringContaining('changes are refused until there is more'),
    },
  ]);
});

it('unknown free space counts as room: the database reports a full disk itself', async () => {
  const log = createLog('silent');
  expect(await watchStorage(`${FOLDER}/not-there`, log, MORE_THAN_THERE_IS).hasRoom()).toBe(true);
  expect(await REMOTE_STORAGE.hasRoom()).toBe(true);
});
