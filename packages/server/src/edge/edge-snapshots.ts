import type { HeldList } from '@comporta/client-core/lists/held-list';
import { type ListStore, storeLists } from '@comporta/client-core/lists/list-store';
import { compile, compileInSteps, listsUsedBy } from '@comporta/engine/compile';
import { inTurns } from '../platform/base/in-turns.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { contentTagOf, isContentTag } from '../snapshot/content-tag.ts';
import { KeyRing } from '../snapshot/key-ring.ts';
import { toldListsOf, usesListOf, withListsOf } from '../snapshot/lists/used-lists.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import { CachedSnapshot, type Snapshots } from '../snapshot/snapshots.ts';
import type { KeptSnapshot } from './snapshot-files.ts';

export interface EdgeSnapshots extends Snapshots {
  /**
   * Replaces the snapshot of an environment, unless the signal is aborted before it is compiled. Its entity tag is the
   * content tag, or one of a release before that has none: then it gets one here.
   */
  put(kept: KeptSnapshot, options?: PutOptions): Promise<void>;
  /** The lists that the rules of an environment use. */
  usedLists(environmentId: string): ReadonlySet<string>;
  /** The lists of all environments. What an environment needs, its feed says. */
  readonly lists: ListStore;
  /**
   * Removes what a credential opened, given by its hash, because the environment was deleted or the credential is no longer
   * valid. The environment stays while another credential opens it.
   */
  drop(environmentId: string, openedBy: string): void;
  /** Replaces the environment keys that are accepted because of a credential. Streams of others end. */
  accept(environmentId: string, opened: Opened): void;
  /** The key with this hash, if somebody has used it. */
  keyOf(keyHash: string): string | undefined;
}

interface PutOptions {
  readonly closing?: AbortSignal;
  /** Asked before the snapshot is used, with the lists that it names: those that this node never had are waited for. */
  readonly firstLists?: (ids: ReadonlySet<string>) => Promise<void> | undefined;
}

/** A credential of this node, by its hash, and the environment keys that it answers for. */
type Opened = Pick<KeptSnapshot, 'openedBy' | 'keyHash' | 'former'>;

interface Feeding {
  /** Whether unknown keys may still turn out to be valid, because the upstream has not answered yet. */
  readonly isIncomplete: () => boolean;
  /** Resolves when the environment is as new as it can be made. */
  readonly refresh: (environmentId: string, revision: number) => Promise<void>;
  /** Called with each list that came or changed. */
  readonly keepList?: (id: string, list: HeldList) => void;
}

/** Caches the snapshots that an edge node evaluates: the last ones that it got, without expiry. */
export function cacheEdgeSnapshots({ isIncomplete, refresh, keepList }: Feeding): EdgeSnapshots {
  const byEnvironment = new Map<string, CachedSnapshot<LoadedSnapshot>>();
  /** By environment and credential: while a key is being replaced, this node may have been given both. */
  const opened = new Map<string, Map<string, Opened>>();
  const keys = new KeyRing();
  /** By hash: the keys of clients. This node was given only hashes. */
  const used = new Map<string, string>();

  function drop(environmentId: string, openedBy: string): void {
    const credentials = opened.get(environmentId);
    if (credentials?.delete(openedBy) !== true) return;
    const held = byEnvironment.get(environmentId);
    if (credentials.size > 0) {
      takeKeys(held);
      return;
    }
    opened.delete(environmentId);
    if (held === undefined) return;
    byEnvironment.delete(environmentId);
    keys.drop(held);
    held.tell(undefined);
  }

  function open(environmentId: string, one: Opened): void {
    const credentials = opened.get(environmentId) ?? new Map<string, Opened>();
    opened.set(environmentId, credentials.set(one.openedBy, one));
  }

  function keysOf(environmentId: string): Pick<LoadedSnapshot['head'], 'keyHash' | 'former'> {
    const credentials = [...(opened.get(environmentId)?.values() ?? [])];
    // A hash is empty for an environment that has only a client key.
    const [keyHash = null, ...others] = credentials.map((one) => one.keyHash).filter(Boolean);
    const former = credentials.flatMap((one) => one.former ?? []);
    return { keyHash, former: [...others.map((hash) => ({ keyHash: hash })), ...former] };
  }

  /** Gives the environment the keys that are accepted now. */
  function takeKeys(held: CachedSnapshot<LoadedSnapshot> | undefined): void {
    if (held === undefined) return;
    const { head, ...snapshot } = held.snapshot;
    held.snapshot = { ...snapshot, head: { ...head, ...keysOf(held.id) } };
    if (keys.accept(held)) held.tell(held.snapshot);
  }

  const lists = storeLists((id, list) => {
    keepList?.(id, list);
    for (const held of byEnvironment.values()) {
      if (!usesListOf(held.snapshot, id)) continue;
      held.snapshot = withListsOf(held.snapshot, lists);
      held.tell(held.snapshot);
    }
  });

  return {
    lists,
    async ofKey(key) {
      const held = keys.get(key);
      // A client may give up after a 401; after a 503, it retries.
      if (held === undefined && isIncomplete()) throw new Rejection('SERVICE_UNAVAILABLE');
      if (held !== undefined) used.set(held.keyHash, key);
      return held;
    },
    reachList: async () => {},
    ofKnownKey: (key) => keys.known(key),
    ofEnvironment: async (environmentId) => byEnvironment.get(environmentId),
    async reachRevision({ id, snapshot }, revision) {
      if (snapshot.head.revision < revision) await refresh(id, revision);
    },
    async put(kept, { closing, firstLists } = {}) {
      const { snapshot: source, sent, entityTag, openedBy, keyHash, former } = kept;
      const { environment, application, revision } = source;
      const { id, name } = environment;
      const head = {
        id,
        accountId: application.id,
        name,
        applicationId: application.id,
        applicationName: application.name,
        revision,
        countsBulk: environment.countsBulk === true,
        clients: environment.clients,
      };
      const steps = compileInSteps(source, byEnvironment.get(id)?.snapshot.compiled, lists);
      const inTime = await inTurns(steps);
      await firstLists?.(listsUsedBy(inTime));
      const tag = isContentTag(entityTag) ? entityTag : await inTurns(contentTagOf(sent));
      if (closing?.aborted) return;
      // A list may have come meanwhile.
      const used = listsUsedBy(inTime);
      const compiled = used.size === 0 ? inTime : compile(source, inTime, lists);
      const held = byEnvironment.get(id);
      open(id, { openedBy, keyHash, former });
      const snapshot = {
        head: { ...head, ...keysOf(id) },
        source,
        sent,
        tag,
        compiled,
        lists: toldListsOf(compiled, lists),
        loadedAtMs: performance.now(),
      };
      const current = held ?? new CachedSnapshot<LoadedSnapshot>(snapshot);
      current.snapshot = snapshot;
      byEnvironment.set(id, current);
      keys.accept(current);
      current.tell(snapshot);
    },
    usedLists(environmentId) {
      const held = byEnvironment.get(environmentId);
      return held === undefined ? new Set() : listsUsedBy(held.snapshot.compiled);
    },
    drop,
    keyOf: (keyHash) => used.get(keyHash),
    accept(environmentId, one) {
      const { openedBy, keyHash, former } = one;
      open(environmentId, { openedBy, keyHash, former });
      takeKeys(byEnvironment.get(environmentId));
    },
  };
}
