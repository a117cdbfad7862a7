import type { HeldList } from '@comporta/client-core/lists/held-list';
import { hexOfKey } from '@comporta/client-core/lists/list-answer';
import type { ListChange } from '@comporta/client-core/lists/list-change';
import type { ListStore } from '@comporta/client-core/lists/list-store';
import { LISTS_EVENT, listsInText, PARTS_EVENT } from '@comporta/client-core/lists/told-lists';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import { memoize } from '../memoize.ts';
import { answerOf } from './list-answers.ts';

/** A part of a list of a million ids has eight thousand bytes. */
const PUSHED_BYTES = 12_000;

/**
 * What a stream tells of lists, before what changed, so that a client can fetch a list that a rule names for the first time;
 * empty where `told` is the same. Before it, with a store, the parts of lists that changed since, where they are few: that a
 * thousand clients fetch them costs five times as much (LIF-94).
 */
export function listsEvents(snapshot: LoadedSnapshot, told: string, store?: ListStore): string {
  const { lists } = snapshot;
  if (lists === told) return '';
  const event = `event: ${LISTS_EVENT}\ndata: ${lists}\n\n`;
  if (store === undefined) return event;
  const known = eventsOf(snapshot).get(told);
  if (known !== undefined) return known;
  const before = listsInText(told);
  const parts = [...listsInText(lists)].map(([id, version]) => {
    const list = store.get(id);
    const from = before.get(id);
    return list?.version === version && from !== undefined && from < version
      ? partsEvent(id, list, from)
      : '';
  });
  const events = parts.join('') + event;
  eventsOf(snapshot).set(told, events);
  return events;
}

/** By what was told before, which is the same for all streams but those that have just opened. */
const eventsOf = memoize((_snapshot: LoadedSnapshot) => new Map<string, string>());

function partsEvent(id: string, list: HeldList, from: number): string {
  const { isFull, bytes } = answerOf(list, from);
  if (isFull || bytes.length > PUSHED_BYTES) return '';
  const { version, count, key } = list;
  const records = bytes.toString('base64');
  const change: ListChange = { id, from, version, count, key: hexOfKey(key), records };
  return `event: ${PARTS_EVENT}\ndata: ${JSON.stringify(change)}\n\n`;
}
