import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { cacheEdgeSnapshots } from './edge-snapshots.ts';
import type { KeptSnapshot } from './snapshot-files.ts';

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
  const timer = setInterval(() => {
    turns += 1;
  });
  await snapshots.put(keptWith(MANY));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect((await snapshots.ofKey(KEY))?.kind).toBe('ENVIRONMENT_KEY');
});

it('OPS-06: an environment that is closed while it is compiled is not added', async () => {
  const snapshots = open();
  const closing = new AbortController();
  const put = snapshots.put(keptWith(MANY), closing.signal);
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
