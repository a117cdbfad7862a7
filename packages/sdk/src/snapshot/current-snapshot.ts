import { type CompiledSnapshot, compile } from '@comporta/engine/compile';
import type { Snapshot } from '@comporta/engine/snapshot';
import { changedToggles } from './changed-toggles.ts';
import { reuseUnchanged } from './reuse-unchanged.ts';

export interface CurrentSnapshot {
  readonly source: Snapshot;
  readonly compiled: CompiledSnapshot;
}

export interface SnapshotHolder {
  current(): CurrentSnapshot | undefined;
  /**
   * Replaces the current snapshot. Returns the names of the toggles whose definition changed: none for the first
   * snapshot.
   */
  replace(snapshot: Snapshot): readonly string[];
}

export function holdSnapshot(): SnapshotHolder {
  let held: CurrentSnapshot | undefined;
  return {
    current: () => held,
    replace(snapshot) {
      const before = held;
      if (before === undefined) {
        held = { source: snapshot, compiled: compile(snapshot) };
        return [];
      }
      const source = reuseUnchanged(snapshot, before.source);
      held = { source, compiled: compile(source, before.compiled) };
      return changedToggles(source, before.source);
    },
  };
}
