import { expect, it } from 'vitest';
import { watchFirstLoads } from './first-loads.ts';
import type { StoredSnapshot } from './load-snapshot.ts';

it('a first load ends however often its application is saved, and reads nothing again for another one', async () => {
  const loads = watchFirstLoads();
  const snapshot = { head: { applicationId: 'shop' } } as StoredSnapshot; // It reads no more of it.
  const readsWhile = async (changedId: string) => {
    const held: unknown[] = [];
    await loads.read(async (before) => {
      held.push(before);
      loads.changed(changedId);
      return snapshot;
    });
    return held;
  };
  expect(await readsWhile('shop')).toEqual([undefined, snapshot]);
  expect(await readsWhile('bank')).toEqual([undefined]);
});
