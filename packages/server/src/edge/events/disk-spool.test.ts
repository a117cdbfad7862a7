import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { openDiskSpool } from './disk-spool.ts';
import type { EventCall } from './event-call.ts';
import type { EventSpool } from './event-spool.ts';
import { countEvents } from './event-totals.ts';
import { lockFolder } from './folder-lock.ts';

const MIB = 1024 * 1024;
const KEY = 'cpt_env_of-a-test';
const DAY_MS = 24 * 60 * 60_000;

let folder: string;
let lines: Record<string, unknown>[];
const opened: EventSpool[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-spool-'));
  lines = [];
});
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(more: { keys?: readonly string[]; mostBytes?: number } = {}) {
  const totals = countEvents();
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const options = { folder, keys: [KEY], mostBytes: 64 * MIB, totals, log, ...more };
  const spool = await openDiskSpool(options);
  opened.push(spool);
  return spool;
}

/** A call whose events do not become smaller when they are packed. */
function callOf(no: number, more: Partial<EventCall['lane']> = {}, bytes = 10): EventCall {
  const lane = { companyId: 'shop', environmentId: 'live', isClient: false, ...more };
  const filling = createHash('shake256', { outputLength: bytes }).update(`${no}`).digest('base64');
  return {
    lane,
    key: 'cpt_web_secret',
    userAgent: 'test/1',
    receivedAt: new Date(1_000 * no),
    sentAt: no % 2 === 0 ? undefined : new Date(2_000 * no),
    events: [{ no, uid: `user-${no}`, filling }],
  };
}

async function keepAll(spool: EventSpool, calls: readonly EventCall[]): Promise<void> {
  for (const call of calls) expect(await spool.keep(call)).toBe('KEPT');
}

/** Takes everything out. */
async function takeAll(spool: EventSpool, environmentId = 'live'): Promise<EventCall[]> {
  const all: EventCall[] = [];
  for (;;) {
    const call = await spool.first(environmentId);
    if (call === undefined) return all;
    all.push(call);
    await spool.done(environmentId);
  }
}

const files = () => readdirSync(folder).filter((name) => name.endsWith('.events'));
const some = (count: number) => Array.from({ length: count }, (_, no) => callOf(no));

describe('SCL-31: the spool', () => {
  it('gives calls back as they were, the oldest first, also to the next process; then no file is left', async () => {
    const spool = await open();
    await keepAll(spool, some(5));
    expect(spool.waiting('live')).toEqual({ events: 5, oldestAt: new Date(0) });
    await spool.done('live');
    const next = await open();
    // What was done with in a file that was not is sent again: the service counts it once.
    expect(await takeAll(next)).toEqual(some(5));
    expect(next.waiting('live')).toBeUndefined();
    expect(next.bytes()).toBe(0);
    expect(files()).toEqual([]);
  });

  it('writes no file of more than 1 MiB, and removes each when its calls are done with', async () => {
    const spool = await open();
    const calls = Array.from({ length: 12 }, (_, no) => callOf(no, {}, 300_000));
    await Promise.all(calls.map((call) => spool.keep(call)));
    const sizes = files().map((name) => readFileSync(path.join(folder, name)).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MIB);
    const before = spool.bytes();
    expect(before).toBeLessThanOrEqual(sizes.reduce((sum, size) => sum + size, 0));
    const taken = await takeAll(spool);
    expect(taken.map(({ receivedAt }) => receivedAt).toSorted()).toEqual(
      calls.map(({ receivedAt }) => receivedAt).toSorted(),
    );
    expect([files(), spool.bytes()]).toEqual([[], 0]);
  });

  it('shows nothing of what it keeps, and uses no nonce twice', async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const spool = await open();
      await keepAll(spool, some(4));
      await spool.close();
    }
    const all = files().map((name) => readFileSync(path.join(folder, name)));
    expect(all).toHaveLength(3);
    for (const file of all) {
      for (const word of ['cpt_', 'user-1', 'live', 'test/1'])
        expect(file.includes(word)).toBe(false);
      nonces.add(file.subarray(18, 26).toString('hex'));
      // The same call is never the same bytes: the counter goes on, and the id is another one.
    }
    expect(nonces.size).toBe(3);
  });

  it('a last record that was cut anywhere is ignored, and those before it are kept', async () => {
    const spool = await open();
    await keepAll(spool, some(2));
    const [name = ''] = files();
    const file = path.join(folder, name);
    const two = readFileSync(file);
    await keepAll(spool, [callOf(2)]);
    const three = readFileSync(file);
    for (let length = two.length; length < three.length; length += 7) {
      writeFileSync(file, three.subarray(0, length));
      const next = await open();
      expect(next.waiting('live')?.events).toBe(2);
    }
    // Also when nothing was kept yet.
    for (const length of [0, 5, 20, 30, 60]) {
      writeFileSync(file, three.subarray(0, length));
      expect((await open()).waiting('live')).toBeUndefined();
      expect(files()).toEqual([]);
    }
    expect(lines).toEqual([]);
  });

  it('a record that is damaged in the middle costs no other one', async () => {
    const spool = await open();
    await keepAll(spool, some(3));
    const [name = ''] = files();
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const next = await open();
    expect((await takeAll(next)).map(({ events }) => events)).toEqual(
      [0, 2].map((no) => callOf(no).events),
    );
    expect(lines).toMatchObject([{ level: 'error', msg: 'events in a file are damaged' }]);
  });

  it('a file of another key is left and named once; with that key it is sent; after 7 days it is deleted', async () => {
    const spool = await open();
    await keepAll(spool, some(2));
    const [name = ''] = files();
    const other = await open({ keys: ['cpt_env_another'] });
    expect([...other.environments()]).toEqual([]);
    expect(lines).toMatchObject([{ level: 'warn', files: [name] }]);
    expect(files()).toEqual([name]);
    const both = await open({ keys: ['cpt_env_another', KEY] });
    expect(both.waiting('live')?.events).toBe(2);
    const old = new Date(Date.now() - 8 * DAY_MS);
    utimesSync(path.join(folder, name), old, old);
    await open({ keys: ['cpt_env_another'] });
    await expect.poll(files).toEqual([]);
  });

  it('FAIR-05: a client key takes a quarter, an environment half, a company three quarters; others find room', async () => {
    const spool = await open({ mostBytes: 4 * MIB });
    const fill = async (lane: Partial<EventCall['lane']>) => {
      const before = spool.bytes();
      while ((await spool.keep(callOf(spool.bytes(), lane, 20_000))) === 'KEPT');
      return (spool.bytes() - before) / MIB;
    };
    const page = { environmentId: 'live', isClient: true };
    expect(await fill(page)).toBeCloseTo(1, 1);
    // Whatever is done with the public key.
    expect(await fill({ environmentId: 'live' })).toBeCloseTo(1, 1);
    expect(await fill({ environmentId: 'test' })).toBeCloseTo(1, 1);
    expect(await fill({ environmentId: 'other' })).toBeLessThan(0.1);
    const bank = { companyId: 'bank', environmentId: 'bank-live' };
    expect(await spool.keep(callOf(1, bank, 20_000))).toBe('KEPT');
    expect(await fill({ ...bank, isClient: true })).toBeGreaterThan(0.2);
  });

  it('says when the disk does not take a call, and takes the next one when it does', async () => {
    const spool = await open();
    await keepAll(spool, some(1));
    await takeAll(spool);
    renameSync(folder, `${folder}-aside`);
    expect(await spool.keep(callOf(1))).toBe('UNWRITABLE');
    expect(spool.bytes()).toBe(0);
    expect(spool.waiting('live')).toBeUndefined();
    mkdirSync(folder);
    await keepAll(spool, [callOf(2)]);
    expect(await takeAll(spool)).toEqual([callOf(2)]);
    rmSync(`${folder}-aside`, { recursive: true });
  });
});

describe('SCL-31: the lock of the folder', () => {
  const lockOf = (text: string) => writeFileSync(path.join(folder, 'lock'), text);

  it('is held by one process, until it unlocks', async () => {
    const { ppid } = process;
    lockOf(`${ppid} \n`);
    expect(await lockFolder(folder)).toEqual({ processId: ppid });
    rmSync(path.join(folder, 'lock'));
    const unlock = await lockFolder(folder);
    expect(readFileSync(path.join(folder, 'lock'), 'utf8')).toMatch(`${process.pid} `);
    if (typeof unlock === 'function') await unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that has ended is taken over, by one of those who want it', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    lockOf(`${pid} \n`);
    expect(typeof (await lockFolder(folder))).toBe('function');
    expect(readFileSync(path.join(folder, 'lock'), 'utf8')).toMatch(`${process.pid} `);
  });

  it('of a process of before the machine was started is taken over, whoever has its id now', async () => {
    lockOf(`${process.ppid} 00000000-0000-0000-0000-000000000000 17\n`);
    expect(typeof (await lockFolder(folder))).toBe('function');
  });
});
