import { type ListStore, storeLists } from '@comporta/client-core/lists/list-store';
import { readUnderstood } from '@comporta/client-core/read-understood';
import { type CompiledSnapshot, compileInSteps } from '@comporta/engine/compile';
import type { Snapshot } from '@comporta/engine/snapshot';
import { inTurns } from '../platform/base/in-turns.ts';
import type { Sql } from '../platform/database/database.ts';
import { contentTagOf } from './content-tag.ts';
import { listsCount, toldListsOf, withListsOf } from './lists/used-lists.ts';
import {
  applyChanges,
  NO_PARTS,
  type PartChanges,
  type SnapshotParts,
  snapshotOf,
} from './snapshot-parts.ts';
import {
  type EnvironmentHead,
  findHead,
  readAllParts,
  readChangedParts,
} from './snapshot-repository.ts';

/** One environment at one revision, ready to be evaluated. */
export interface LoadedSnapshot {
  readonly head: EnvironmentHead;
  /** What this program understands of it: the identical object of `sent` if it understands everything. */
  readonly source: Snapshot;
  /** The form sent to clients that evaluate by themselves, which may understand more. */
  readonly sent: Snapshot;
  /** The content tag of `sent`, which is its ETag. */
  readonly tag: string;
  readonly compiled: CompiledSnapshot;
  /** The lists that its rules use, as they are told to clients: empty where there are none. */
  readonly lists: string;
  /** When this node loaded it, in milliseconds of its monotonic clock. */
  readonly loadedAtMs: number;
}

/** A snapshot with the parts that the next one is made from. */
export interface StoredSnapshot extends LoadedSnapshot {
  readonly parts: SnapshotParts;
  /** What it counts in a budget of toggles. */
  readonly counts: number;
}

/** What is in memory: the snapshot of before, and the lists. */
interface Holding {
  readonly held?: StoredSnapshot | undefined;
  readonly lists?: ListStore;
}

/**
 * Reads and compiles the current snapshot; undefined when the environment is deleted. With the cached snapshot in
 * `held`, only what changed since is read and compiled.
 */
export async function loadSnapshot(
  sql: Sql,
  environmentId: string,
  { held, lists = storeLists() }: Holding = {},
): Promise<StoredSnapshot | undefined> {
  const read = await sql.transaction(
    async (transaction) => {
      const head = await findHead(transaction, environmentId);
      if (head === undefined) return undefined;
      if (held?.head.revision === head.revision) return { head, parts: held.parts };
      const changes = held && (await readChangedParts(transaction, head, held.head.revision));
      const parts = changes
        ? applyChanges(held.parts, changes)
        : applyChanges(NO_PARTS, await readAllParts(transaction, head));
      return { head, parts, changes };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (read === undefined) return undefined;
  const { head, parts, changes } = read;
  if (held && held.parts === parts && isSameHead(held.head, head)) return { ...held, head };
  const sent = snapshotOf(namesOf(head), parts);
  const made = await inTurns(readAndCompile({ head, sent, changes, held, lists }));
  const counts = togglesIn(sent) + listsCount(made.compiled, lists);
  return { head, parts, sent, counts, ...made, loadedAtMs: performance.now() };
}

/** The same snapshot with the lists that are held now, some of which came or changed since it was loaded. */
export function withLists(snapshot: StoredSnapshot, lists: ListStore): StoredSnapshot {
  const ready = withListsOf(snapshot, lists);
  return { ...ready, counts: togglesIn(ready.sent) + listsCount(ready.compiled, lists) };
}

/** One without an experiment takes about a quarter of one with five rules; an environment is never for nothing. */
export function togglesIn({ toggles, experiments }: Snapshot): number {
  return Math.max(1, experiments.length, Math.ceil(toggles.length / 4));
}

interface Loading {
  readonly head: EnvironmentHead;
  readonly sent: Snapshot;
  readonly changes: PartChanges | undefined;
  readonly held: StoredSnapshot | undefined;
  readonly lists: ListStore;
}

function* readAndCompile({ head, sent, changes, held, lists }: Loading) {
  const isChangeEnough = changes !== undefined && held !== undefined && held.source === held.sent;
  const changed = isChangeEnough
    ? snapshotOf(namesOf(head), applyChanges(NO_PARTS, changes))
    : undefined;
  const made = yield* madeOf(sent, { lists, changed, previous: held?.compiled });
  const tag = yield* contentTagOf(sent);
  return { ...made, tag };
}

interface Known {
  readonly lists: ListStore;
  /** A snapshot of only the parts that this program may not understand. */
  readonly changed?: Snapshot | undefined;
  readonly previous?: CompiledSnapshot | undefined;
}

/** A newer release beside this one may store parts that this one does not understand. Source: T15. */
export function* madeOf(
  sent: Snapshot,
  { lists, changed, previous }: Known,
): Generator<void, Pick<LoadedSnapshot, 'source' | 'compiled' | 'lists'>> {
  const source = yield* readUnderstood(sent, changed);
  const compiled = yield* compileInSteps(source, previous, lists);
  return { source, compiled, lists: toldListsOf(compiled, lists) };
}

export function namesOf(head: EnvironmentHead): Parameters<typeof snapshotOf>[0] {
  return {
    application: { id: head.applicationId, name: head.applicationName },
    environment: {
      id: head.id,
      name: head.name,
      clients: head.clients,
      ...(head.countsBulk && { countsBulk: true }),
    },
    revision: head.revision,
  };
}

function isSameHead(a: EnvironmentHead, b: EnvironmentHead): boolean {
  return (
    a.revision === b.revision &&
    a.name === b.name &&
    a.applicationName === b.applicationName &&
    a.countsBulk === b.countsBulk
  );
}
