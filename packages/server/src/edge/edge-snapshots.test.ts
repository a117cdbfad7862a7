import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { isAccepted } from '../snapshot/key-kind.ts';
import { cacheEdgeSnapshots } from './edge-snapshots.ts';
import { type KeptSnapshot, snapshotFilesIn } from './snapshot-files.ts';

const KEY = 'cpt_env_of-a-test';
const MANY = 20_000;

function keptWith(toggleCount: number): KeptSnapshot {
  const snapshot: Snapshot = {
    format: SNAPSHOT_FORMAT,
    environment: { id: newId(), name: 'Production' },
    application: { id: newId(), name: 'Shop' },
    revision: 1,
    properties: [],
    targetGroups: [],
    toggles: Array.from({ length: toggleCount }, (_, n) => ({
      id: `${n}`,
      name: `toggle-${n}`,
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments: [],
  };
  const of = { json: '', keyHash: hashSecret(KEY), openedBy: '', entityTag: '' };
  return { ...of, snapshot, sent: snapshot, currentAt: new Date().toISOString() };
}

function open() {
  return cacheEdgeSnapshots({ isIncomplete: () => false, refresh: async () => {} });
}

it('OPS-06: while an edge node compiles a large environment, the event loop is free in between', async () => {
  const snapshots = open();
  let turns = 0;
  // Not a timer: a fast machine compiles all of it before a millisecond is over.
  let turn = setImmediate(function next() {
    turns += 1;
    turn = setImmediate(next);
  });
  await snapshots.put(keptWith(MANY));
  clearImmediate(turn);
  expect(turns).toBeGreaterThan(0);
  expect((await snapshots.ofKey(KEY))?.kind).toBe('ENVIRONMENT_KEY');
});

it('OPS-06: an environment that is closed while it is compiled is not added', async () => {
  const snapshots = open();
  const closing = new AbortController();
  const put = snapshots.put(keptWith(MANY), { closing: closing.signal });
  closing.abort();
  await put;
  expect(await snapshots.ofKey(KEY)).toBeUndefined();
});

it('FAIR-09: an edge node knows no accounts, so the application stands for the company', async () => {
  const snapshots = open();
  const kept = keptWith(1);
  await snapshots.put(kept);
  const access = await snapshots.ofKey(KEY);
  expect(access?.environment.snapshot.head.accountId).toBe(kept.snapshot.application.id);
});

describe('FAIR-51: two keys of one environment', () => {
  const OTHER = 'cpt_env_of-another';
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  it('are both accepted while both are given to this node; the environment ends with the last', async () => {
    const snapshots = open();
    const first = { ...keptWith(1), openedBy: 'first' };
    const { id } = first.snapshot.environment;
    await snapshots.put(first);
    await snapshots.put({ ...first, openedBy: 'second', keyHash: hashSecret(OTHER) });
    const access = await snapshots.ofKey(KEY);
    expect(access?.environment).toBe((await snapshots.ofKey(OTHER))?.environment);
    // The newest snapshot of one feed serves both keys.
    await snapshots.put({ ...first, snapshot: { ...first.snapshot, revision: 2 } });
    expect((await snapshots.ofKey(OTHER))?.environment.snapshot.head.revision).toBe(2);

    snapshots.drop(id, 'first');
    expect(await snapshots.ofKey(KEY)).toBeUndefined();
    expect((await snapshots.ofKey(OTHER))?.kind).toBe('ENVIRONMENT_KEY');
    snapshots.drop(id, 'second');
    expect(await snapshots.ofKey(OTHER)).toBeUndefined();
    expect(await snapshots.ofEnvironment(id)).toBeUndefined();
  });

  it('are both accepted when an account key opened it; a key that is not listed any more ends with its streams', async () => {
    const snapshots = open();
    const kept = keptWith(1);
    const { id } = kept.snapshot.environment;
    await snapshots.put(kept);
    const told: (boolean | undefined)[] = [];
    const access = await snapshots.ofKey(KEY);
    access?.environment.watch((snapshot) =>
      told.push(snapshot && isAccepted(snapshot.head, access)),
    );
    const former = { keyHash: hashSecret(KEY), endsAt: inAnHour() };
    snapshots.accept(id, { openedBy: '', keyHash: hashSecret(OTHER), former });
    expect(await snapshots.ofKey(KEY)).toBe(access);
    expect((await snapshots.ofKey(OTHER))?.environment).toBe(access?.environment);
    expect(told).toEqual([true]);
    snapshots.accept(id, { openedBy: '', keyHash: hashSecret(OTHER), former: undefined });
    expect(await snapshots.ofKey(KEY)).toBeUndefined();
    expect(told).toEqual([true, false]);
  });

  it('stay in the file of the environment, until the service refuses one of them', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-files-'));
    const log = createLog('silent');
    const files = snapshotFilesIn(folder, log);
    const credentials = new Set(['first', 'second']);
    await files.readAll(credentials);
    const kept = keptWith(1);
    const first = { ...kept, json: JSON.stringify(kept.snapshot), openedBy: 'first' };
    await files.write(first);
    await files.write({ ...first, openedBy: 'second', keyHash: hashSecret(OTHER) });
    const readAgain = async () => {
      const all = await snapshotFilesIn(folder, log).readAll(credentials);
      return all.map(({ openedBy, keyHash }) => [openedBy, keyHash]).sort();
    };
    expect(await readAgain()).toEqual([
      ['first', hashSecret(KEY)],
      ['second', hashSecret(OTHER)],
    ]);
    await files.remove(kept.snapshot.environment.id, 'first');
    expect(await readAgain()).toEqual([['second', hashSecret(OTHER)]]);
    await files.remove(kept.snapshot.environment.id, 'second');
    expect(await readAgain()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
