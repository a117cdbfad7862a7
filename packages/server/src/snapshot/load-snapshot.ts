import { type CompiledSnapshot, compileInSteps } from '@comporta/engine/compile';
import type { Snapshot } from '@comporta/engine/snapshot';
import { inTurns } from '../platform/base/in-turns.ts';
import type { Sql } from '../platform/database/database.ts';
import { applyChanges, NO_PARTS, type SnapshotParts, snapshotOf } from './snapshot-parts.ts';
import {
  type EnvironmentHead,
  findHead,
  readAllParts,
  readChangedParts,
} from './snapshot-repository.ts';

/** One environment at one revision, ready to be evaluated. */
export interface LoadedSnapshot {
  readonly head: EnvironmentHead;
  readonly source: Snapshot;
  /** The form sent to clients that evaluate by themselves. An edge node also passes on unknown parts. */
  readonly sent: object;
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
      return { head, parts };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (read === undefined) return undefined;
  const { head, parts } = read;
  if (held && held.parts === parts && isSameHead(held.head, head)) return { ...held, head };
  const source = snapshotOf(
    {
      application: { id: head.applicationId, name: head.applicationName },
      environment: { id: head.id, name: head.name, clients: head.clients },
      revision: head.revision,
    },
    parts,
  );
  const compiled = await inTurns(compileInSteps(source, held?.compiled));
  return { head, parts, source, sent: source, compiled, loadedAtMs: performance.now() };
}

function isSameHead(a: EnvironmentHead, b: EnvironmentHead): boolean {
  return a.revision === b.revision && a.name === b.name && a.applicationName === b.applicationName;
}
