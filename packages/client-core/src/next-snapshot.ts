import type { Snapshot } from '@comporta/engine/snapshot';
import { type ChangedIds, type ChangeSet, changedIdsBetween, changedIdsIn } from './change-set.ts';
import { type ParsedSnapshot, readUnderstood } from './read-understood.ts';
import { reuseUnchanged } from './reuse-unchanged.ts';

export interface NextSnapshot extends ParsedSnapshot {
  readonly changed: ChangedIds;
}

/** What is held after a whole snapshot was fetched. Parts that did not change are the objects held before. */
export function* afterFetch(
  fetched: Snapshot,
  held: ParsedSnapshot,
): Generator<void, NextSnapshot> {
  const sent = yield* reuseUnchanged(fetched, held.sent);
  const snapshot = yield* readAfter(held, sent);
  return { sent, snapshot, changed: changedIdsBetween(held.sent, sent) };
}

/** The same after a change set. Where everything was understood before, only what it put is read. */
export function* afterChanges(
  sent: Snapshot,
  changes: ChangeSet,
  held: ParsedSnapshot,
): Generator<void, NextSnapshot> {
  const changed = held.snapshot === held.sent ? { ...sent, ...changes.put } : undefined;
  const snapshot = yield* readAfter(held, sent, changed);
  return { sent, snapshot, changed: changedIdsIn(changes) };
}

/** A part that is not understood is read into a new object each time: it is the object of before if it is equal. */
function* readAfter(
  held: ParsedSnapshot,
  sent: Snapshot,
  changed?: Snapshot,
): Generator<void, Snapshot> {
  const read = yield* readUnderstood(sent, changed);
  return read === sent ? sent : yield* reuseUnchanged(read, held.snapshot);
}
