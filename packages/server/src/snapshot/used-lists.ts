import type { ListStore } from '@comporta/client-core/lists/list-store';
import { textOfLists } from '@comporta/client-core/lists/told-lists';
import { type CompiledSnapshot, compile, listsUsedBy } from '@comporta/engine/compile';
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
