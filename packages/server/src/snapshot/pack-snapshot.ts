import type { ListStore } from '@comporta/client-core/lists/list-store';
import type {
  SnapshotExperiment,
  SnapshotProperty,
  SnapshotTargetGroup,
  SnapshotToggle,
} from '@comporta/engine/snapshot';
import { inTurns } from '../platform/base/in-turns.ts';
import { madeOf, namesOf, type StoredSnapshot } from './load-snapshot.ts';
import { type SnapshotParts, snapshotOf } from './snapshot-parts.ts';

/** A snapshot as text, which takes a fifth of the memory. */
export interface PackedSnapshot
  extends Pick<StoredSnapshot, 'head' | 'tag' | 'loadedAtMs' | 'counts'> {
  readonly json: string;
}

interface PartLists {
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly SnapshotTargetGroup[];
  readonly toggles: readonly SnapshotToggle[];
  readonly experiments: readonly SnapshotExperiment[];
}

/**
 * Not compressed: each zlib stream takes 256 KB outside V8's heap for a moment, and what stays beside it keeps these from being
 * returned: 330 MB after 10,000 environments.
 */
export function packSnapshot({
  head,
  tag,
  loadedAtMs,
  counts,
  sent,
}: StoredSnapshot): PackedSnapshot {
  const { properties, targetGroups, toggles, experiments } = sent;
  const lists: PartLists = { properties, targetGroups, toggles, experiments };
  return { head, tag, loadedAtMs, counts, json: JSON.stringify(lists) };
}

/** The snapshot as it was; its objects are new ones. */
export async function unpackSnapshot(
  packed: PackedSnapshot,
  lists: ListStore,
): Promise<StoredSnapshot> {
  const { head, tag, loadedAtMs, counts, json } = packed;
  const sentLists = JSON.parse(json) as PartLists; // `packSnapshot` wrote it.
  const parts: SnapshotParts = {
    properties: byId(sentLists.properties),
    targetGroups: byId(sentLists.targetGroups),
    toggles: byId(sentLists.toggles),
    experiments: byId(sentLists.experiments),
  };
  const sent = snapshotOf(namesOf(head), parts);
  const made = await inTurns(madeOf(sent, { lists }));
  return { head, tag, loadedAtMs, counts, parts, sent, ...made };
}

function byId<Part extends { readonly id: string }>(
  parts: readonly Part[],
): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.id, part]));
}
