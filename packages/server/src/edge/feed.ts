import { applyChanges as changesAppliedTo } from '@comporta/client-core/apply-changes';
import { followSnapshot } from '@comporta/client-core/follow-snapshot';
import { type SentChanges, STREAM_TIMES } from '@comporta/client-core/follow-stream';
import { followLists } from '@comporta/client-core/lists/follow-lists';
import { afterChanges, afterFetch } from '@comporta/client-core/next-snapshot';
import { keepLatest } from '@comporta/client-core/node/keep-latest';
import type { ListKeeper } from '@comporta/client-core/node/keep-list-files';
import type { ParsedSnapshot } from '@comporta/client-core/read-understood';
import type { FetchedSnapshot } from '@comporta/client-core/service';
import { z } from 'zod';
import { inTurns } from '../platform/base/in-turns.ts';
import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { queueLoads } from '../snapshot/queue-loads.ts';
import { UNREADABLE_WARNING, unreadableIn } from '../snapshot/unreadable.ts';
import type { EdgeSnapshots } from './edge-snapshots.ts';
import type { KeptSnapshot, SnapshotFiles } from './snapshot-files.ts';
import { type Credential, isKeyRefused, type Upstream } from './upstream.ts';

const TIMES = {
  ...STREAM_TIMES,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
  refusedRetryMs: { from: 30_000, to: 60_000 },
};
const CATCH_UP_MS = 2_000;

export interface FeedStatus {
  readonly environmentId: string | undefined;
  readonly revision: number | undefined;
  /** When the snapshot was last known to be the newest. */
  readonly currentAt: Date | undefined;
  readonly connected: boolean;
  /** Whether the upstream said that the key is not valid. */
  readonly refused: boolean;
}

export interface Feed {
  status(): FeedStatus;
  /** Fetches a revision at once that a client was told of elsewhere; gives up without an error. */
  refresh(revision: number): Promise<void>;
  /** Replaces the environment keys that this feed answers for; an account key opens all keys of its environments. */
  accept(keys: EnvironmentKeys): void;
  /** Resolves when the file has what this node has. */
  close(): Promise<void>;
  /** The same when the environment is no longer served: its lists are forgotten. */
  end(): Promise<void>;
}

/** By hash: the present key of an environment, empty when there is only a client key, and the one before it. */
export type EnvironmentKeys = Pick<KeptSnapshot, 'keyHash' | 'former'>;

interface FeedOptions {
  readonly upstream: Upstream;
  readonly credential: Credential;
  readonly keys: EnvironmentKeys;
  /** The snapshot that was stored on disk. */
  readonly kept: KeptSnapshot | undefined;
  readonly snapshots: EdgeSnapshots;
  readonly files: SnapshotFiles;
  readonly listFiles: ListKeeper;
  readonly log: Log;
  /** Called when the upstream refuses the key before it ever accepted it. */
  readonly onRefusedAtStart?: (() => void) | undefined;
}

const environmentId = z.uuid();

/** Follows one environment of the upstream: fetches it, listens for changes, and reconnects forever. */
export function openFeed(options: FeedOptions): Feed {
  const { upstream, credential, snapshots, files, listFiles, log, onRefusedAtStart } = options;
  let { keyHash, former } = options.keys;
  const closing = new AbortController();
  const openedBy = hashSecret(credential.key);
  let held = options.kept;
  let currentAt = held && new Date(held.currentAt);
  let isConnected = false;
  let isRefused = false;
  let isAccepted = false;

  const file = keepLatest((kept: KeptSnapshot) =>
    files.write(kept).catch((error: unknown) => {
      log.warn({ err: error }, 'a snapshot could not be written to disk');
    }),
  );

  const service = upstream.open(credential, (text) => lists.told(text));
  const lists = followLists({
    service,
    store: snapshots.lists,
    closing: closing.signal,
    retries: true,
    onTrouble: (listId, error) => log.warn({ err: error, listId }, 'a list could not be fetched'),
    onForgotten: listFiles.forget,
  });
  if (held !== undefined) {
    lists.restore(snapshots.usedLists(held.snapshot.environment.id), listFiles.read);
  }

  async function takeOver({ entityTag = '', ...fetched }: FetchedSnapshot): Promise<void> {
    environmentId.parse(fetched.snapshot.environment.id); // Checked, because it becomes the name of a file.
    const isOther = fetched.snapshot.environment.id !== held?.snapshot.environment.id;
    const next =
      held === undefined || isOther ? fetched : await inTurns(afterFetch(fetched.sent, held));
    await take(next, entityTag);
  }

  async function applyChanges(sent: SentChanges): Promise<boolean> {
    if (held === undefined) return false;
    const applied = changesAppliedTo(held.sent, held.entityTag, sent);
    if ('full' in applied) return false;
    const { snapshot, changes } = applied;
    await take(await inTurns(afterChanges(snapshot, changes, held)), changes.to);
    return true;
  }

  async function take({ snapshot, sent }: ParsedSnapshot, entityTag: string): Promise<void> {
    const at = new Date().toISOString();
    const taken = { snapshot, sent, entityTag, keyHash, former, openedBy, currentAt: at };
    await snapshots.put(taken, { closing: closing.signal, firstLists: lists.first });
    if (closing.signal.aborted) return;
    lists.named(snapshots.usedLists(snapshot.environment.id));
    held = taken;
    warnOfUnreadable(held);
    file.keep(held);
  }

  function warnOfUnreadable({ snapshot }: KeptSnapshot): void {
    const unreadable = unreadableIn(snapshot);
    if (unreadable.length > 0) log.warn({ unreadable }, UNREADABLE_WARNING);
  }

  function closeEnvironment(): void {
    if (!isRefused && (isAccepted || onRefusedAtStart === undefined))
      log.warn('the upstream refuses the key; this node no longer serves its environment');
    else if (!isRefused) {
      log.error('the upstream refuses the key; this node cannot serve its environment');
      onRefusedAtStart?.();
    }
    isRefused = true;
    if (held === undefined) return;
    const { id } = held.snapshot.environment;
    held = undefined;
    snapshots.drop(id, openedBy);
    lists.end();
    // A file that stays was fetched with a key that is no longer valid.
    void file.drop().then(() => files.remove(id, openedBy).catch(() => {}));
  }

  const follower = followSnapshot({
    service,
    known: () => ({ revision: held?.snapshot.revision ?? 0, entityTag: held?.entityTag }),
    // The service ends the stream of a key that was replaced. With an account key, the list of environments shows that.
    times: { ...TIMES, isUrgent: credential.environmentId === undefined },
    isRefusal: isKeyRefused,
    closing: closing.signal,
    report: {
      onSnapshot: takeOver,
      onChanges: applyChanges,
      onLists: lists.told,
      onParts: lists.sent,
      onCurrent() {
        currentAt = new Date();
        isRefused = false;
        isAccepted = true;
      },
      onConnected(connected) {
        isConnected = connected;
      },
      onTrouble(trouble, error) {
        if (trouble === 'REFUSED') closeEnvironment();
        else if (trouble === 'UNUSABLE')
          log.error({ err: error }, 'a snapshot from the upstream cannot be used');
        else log.debug({ err: error }, 'the upstream is unavailable');
      },
    },
  });

  function close(): Promise<void> {
    closing.abort();
    return file.finish();
  }

  let wanted = 0;
  /** Any client may name any revision, so that those who wait share one request, for the newest revision of theirs. */
  const reachWanted = queueLoads(async () => {
    const revision = wanted;
    wanted = 0;
    if ((held?.snapshot.revision ?? 0) < revision) await follower.refresh(revision);
  });

  follower.ended.catch((error: unknown) =>
    log.error({ err: error }, 'the feed of an environment failed'),
  );
  return {
    status: () => ({
      environmentId: held?.snapshot.environment.id,
      revision: held?.snapshot.revision,
      currentAt,
      connected: isConnected,
      refused: isRefused,
    }),
    async refresh(revision) {
      wanted = Math.max(wanted, revision);
      await waitAtMost(
        CATCH_UP_MS,
        reachWanted('newest').catch(() => {}),
      );
    },
    accept(keys) {
      ({ keyHash, former } = keys);
      if (held === undefined) return;
      held = { ...held, keyHash, former };
      snapshots.accept(held.snapshot.environment.id, held);
      file.keep(held);
    },
    close,
    end() {
      lists.end();
      return close();
    },
  };
}
