import { applyChanges } from '@comporta/client-core/apply-changes';
import { finished } from '@comporta/client-core/finished';
import { afterChanges, afterFetch, type NextSnapshot } from '@comporta/client-core/next-snapshot';
import type { ParsedSnapshot } from '@comporta/client-core/read-understood';
import { type CompiledSnapshot, compile, listsUsedBy } from '@comporta/engine/compile';
import { type IdLists, NO_LISTS } from '@comporta/engine/id-lists/id-lists';
import type { Snapshot } from '@comporta/engine/snapshot';
import { changedToggles, togglesWithList } from './changed-toggles.ts';

export interface CurrentSnapshot {
  readonly source: Snapshot;
  /** As it was sent. */
  readonly sent: Snapshot;
  readonly compiled: CompiledSnapshot;
}

/** Values that were compiled, and are not used yet. */
export interface NextValues {
  /** The ids of the lists that their rules use. */
  readonly lists: ReadonlySet<string>;
  /**
   * Replaces the current snapshot. Returns the names of the toggles whose definition changed: none for the first snapshot.
   */
  take(): readonly string[];
}

export interface SnapshotHolder {
  current(): CurrentSnapshot | undefined;
  /** Replaces the current snapshot at once. */
  replace(parsed: ParsedSnapshot): ReturnType<NextValues['take']>;
  /** Prepares a snapshot to replace the current one. */
  prepare(parsed: ParsedSnapshot): NextValues;
  /**
   * Prepares what a change set, as it was sent, makes of the current snapshot, whose tag is `tag`. Undefined where the whole
   * snapshot must be fetched instead.
   */
  prepareChanges(tag: string | undefined, changes: unknown): NextValues | undefined;
  /** Takes note that the ids of a list came or changed. Returns the names of the toggles that may answer otherwise. */
  applyList(id: string): readonly string[];
}

export function holdSnapshot(lists: IdLists = NO_LISTS): SnapshotHolder {
  let held: CurrentSnapshot | undefined;

  function nextOf(
    { sent, snapshot }: ParsedSnapshot,
    changed: NextSnapshot['changed'] | undefined,
  ): NextValues {
    const compiled = compile(snapshot, held?.compiled, lists);
    const used = listsUsedBy(compiled);
    return {
      lists: used,
      take() {
        const previous = held;
        // Lists may have come meanwhile.
        const ready = used.size === 0 ? compiled : compile(snapshot, compiled, lists);
        const next = { source: snapshot, sent, compiled: ready };
        held = next;
        return previous && changed ? changedToggles({ next, previous }, changed) : [];
      },
    };
  }

  function after(steps: Generator<void, NextSnapshot>): NextValues {
    const next = finished(steps);
    return nextOf(next, next.changed);
  }

  function prepare(parsed: ParsedSnapshot): NextValues {
    if (held === undefined) return nextOf(parsed, undefined);
    return after(afterFetch(parsed.sent, parsedOf(held)));
  }

  return {
    current: () => held,
    replace: (parsed) => prepare(parsed).take(),
    prepare,
    prepareChanges(tag, changes) {
      if (held === undefined) return undefined;
      const applied = applyChanges(held.sent, tag, changes);
      if ('full' in applied) return undefined;
      return after(afterChanges(applied.snapshot, applied.changes, parsedOf(held)));
    },
    applyList(id) {
      if (held === undefined) return [];
      const names = togglesWithList(id, held.compiled);
      // A toggle that waited for the list is compiled with it; for any other, the ids are looked up where they now are.
      if (names.length > 0)
        held = { ...held, compiled: compile(held.source, held.compiled, lists) };
      return names;
    },
  };
}

function parsedOf({ source, sent }: CurrentSnapshot): ParsedSnapshot {
  return { snapshot: source, sent };
}
