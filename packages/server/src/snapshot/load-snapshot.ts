import { readUnderstood } from '@comporta/client-core/read-understood';
import { type CompiledSnapshot, compileInSteps } from '@comporta/engine/compile';
import type { Snapshot } from '@comporta/engine/snapshot';
import { inTurns } from '../platform/base/in-turns.ts';
import type { Sql } from '../platform/database/database.ts';
import { contentTagOf } from './content-tag.ts';
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
  /** When this node loaded it, in milliseconds of its monotonic clock. */
  readonly loadedAtMs: number;
}

/** A snapshot with the parts that the next one is made from. */
export interface StoredSnapshot extends LoadedSnapshot {
  readonly parts: SnapshotParts;
}

/**
 * Reads and compiles the current snapshot; undefined when the environment is deleted. With the cached snapshot in
 * `held`, only what changed since is read and compiled.
 */
export async function loadSnapshot(
  sql: Sql,
  environmentId: string,
  held?: StoredSnapshot,
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
  const made = await inTurns(readAndCompile({ head, sent, changes, held }));
  return { head, parts, sent, ...made, loadedAtMs: performance.now() };
}

interface Loading {
  readonly head: EnvironmentHead;
  readonly sent: Snapshot;
  readonly changes: PartChanges | undefined;
  readonly held: StoredSnapshot | undefined;
}

/** A newer release beside this one may store parts that this one does not understand. Source: T15. */
function* readAndCompile({ head, sent, changes, held }: Loading) {
  const isChangeEnough = changes !== undefined && held !== undefined && held.source === held.sent;
  const changed = isChangeEnough
    ? snapshotOf(namesOf(head), applyChanges(NO_PARTS, changes))
    : undefined;
  const source = yield* readUnderstood(sent, changed);
  const compiled = yield* compileInSteps(source, held?.compiled);
  const tag = yield* contentTagOf(sent);
  return { source, compiled, tag };
}

function namesOf(head: EnvironmentHead): Parameters<typeof snapshotOf>[0] {
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
