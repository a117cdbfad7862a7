import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
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

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A snapshot as bytes, which take a twentieth of the memory. */
export interface PackedSnapshot
  extends Pick<StoredSnapshot, 'head' | 'tag' | 'loadedAtMs' | 'counts'> {
  readonly bytes: Uint8Array;
}

interface PartLists {
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly SnapshotTargetGroup[];
  readonly toggles: readonly SnapshotToggle[];
  readonly experiments: readonly SnapshotExperiment[];
}

export async function packSnapshot({
  head,
  tag,
  loadedAtMs,
  counts,
  sent,
}: StoredSnapshot): Promise<PackedSnapshot> {
  const { properties, targetGroups, toggles, experiments } = sent;
  const lists: PartLists = { properties, targetGroups, toggles, experiments };
  const packed = await pack(JSON.stringify(lists));
  // A copy: what zlib answers is the beginning of 16 KB.
  return { head, tag, loadedAtMs, counts, bytes: new Uint8Array(packed) };
}

/** The snapshot as it was; its objects are new ones. */
export async function unpackSnapshot(
  packed: PackedSnapshot,
  lists: ListStore,
): Promise<StoredSnapshot> {
  const { head, tag, loadedAtMs, counts } = packed;
  const json = (await unpack(packed.bytes)).toString();
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
