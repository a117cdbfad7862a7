import { applyChanges } from '@comporta/client-core/apply-changes';
import { finished } from '@comporta/client-core/finished';
import { afterChanges, afterFetch, type NextSnapshot } from '@comporta/client-core/next-snapshot';
import type { ParsedSnapshot } from '@comporta/client-core/read-understood';
import { type CompiledSnapshot, compile } from '@comporta/engine/compile';
import type { Snapshot } from '@comporta/engine/snapshot';
import { changedToggles } from './changed-toggles.ts';

export interface CurrentSnapshot {
  readonly source: Snapshot;
  /** As it was sent. */
  readonly sent: Snapshot;
  readonly compiled: CompiledSnapshot;
}

export interface SnapshotHolder {
  current(): CurrentSnapshot | undefined;
  /**
   * Replaces the current snapshot. Returns the names of the toggles whose definition changed: none for the first
   * snapshot.
   */
  replace(parsed: ParsedSnapshot): readonly string[];
  /**
   * Applies a change set, as it was sent, to the current snapshot, whose tag is `tag`. Returns the names, too; undefined
   * where the whole snapshot must be fetched instead.
   */
  apply(tag: string | undefined, changes: unknown): readonly string[] | undefined;
}

export function holdSnapshot(): SnapshotHolder {
  let held: CurrentSnapshot | undefined;

  function take(steps: Generator<void, NextSnapshot>, previous: CurrentSnapshot): string[] {
    const { sent, snapshot, changed } = finished(steps);
    const next = { source: snapshot, sent, compiled: compile(snapshot, previous.compiled) };
    held = next;
    return changedToggles({ next, previous }, changed);
  }

  return {
    current: () => held,
    replace({ sent, snapshot }) {
      if (held !== undefined) return take(afterFetch(sent, parsedOf(held)), held);
      held = { source: snapshot, sent, compiled: compile(snapshot) };
      return [];
    },
    apply(tag, changes) {
      if (held === undefined) return undefined;
      const applied = applyChanges(held.sent, tag, changes);
      if ('full' in applied) return undefined;
      return take(afterChanges(applied.snapshot, applied.changes, parsedOf(held)), held);
    },
  };
}

function parsedOf({ source, sent }: CurrentSnapshot): ParsedSnapshot {
  return { snapshot: source, sent };
}
