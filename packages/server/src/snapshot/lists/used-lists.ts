import type { ListStore } from '@comporta/client-core/lists/list-store';
import { textOfLists } from '@comporta/client-core/lists/told-lists';
import { type CompiledSnapshot, compile, listsUsedBy } from '@comporta/engine/compile';
import { murmur3 } from '@comporta/engine/murmur3';
import type { Snapshot } from '@comporta/engine/snapshot';

/** What these functions need of a loaded snapshot. */
interface Compiled {
  readonly source: Snapshot;
  readonly compiled: CompiledSnapshot;
  readonly lists: string;
}

/** What is told of the lists that an environment uses: empty where it uses none, or none is loaded. Source: LIF-46. */
export function toldListsOf(compiled: CompiledSnapshot, store: ListStore): string {
  const used = [...listsUsedBy(compiled)].flatMap((id) => {
    const list = store.get(id);
    return list === undefined ? [] : [[id, list.version] as const];
  });
  return textOfLists(new Map(used));
}

/** Names what the answers of a snapshot depend on: the revision, and with lists also their versions. */
export function stateIdOf({
  head: { revision },
  lists,
}: {
  readonly head: { readonly revision: number };
  readonly lists: string;
}): string {
  return lists === '' ? `${revision}` : `${revision}.${murmur3(lists).toString(36)}`;
}

/** Whether the rules of the snapshot use a list. */
export function usesListOf({ compiled }: Pick<Compiled, 'compiled'>, id: string): boolean {
  return compiled.toggles.some(({ lists }) => lists?.has(id));
}

/**
 * The snapshot after a list of it came or changed: another object with the same toggles, so that what is remembered of its
 * answers ends. A toggle that waited for the list is compiled again.
 */
export function withListsOf<Kind extends Compiled>(snapshot: Kind, store: ListStore): Kind {
  const compiled = compile(snapshot.source, snapshot.compiled, store);
  return { ...snapshot, compiled, lists: toldListsOf(compiled, store) };
}

/** So many ids weigh as a toggle in the budget of a node. Source: LIF-48. */
const IDS_A_TOGGLE = 1_000;

/** What the lists that an environment uses count in a budget of toggles. */
export function listsCount(compiled: CompiledSnapshot, store: ListStore): number {
  let ids = 0;
  for (const id of listsUsedBy(compiled)) ids += store.get(id)?.count ?? 0;
  return Math.ceil(ids / IDS_A_TOGGLE);
}
