import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import type { EdgeSnapshots } from './edge-snapshots.ts';
import type { KeptSnapshot, SnapshotFiles } from './snapshot-files.ts';
import { type Credential, KeyRefused, type Upstream } from './upstream.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
const REFUSED_RETRY_MS = 30_000;
const CATCH_UP_MS = 2_000;

export interface FeedStatus {
  readonly environmentId: string | undefined;
  readonly revision: number | undefined;
  /** When what is held was last known to be the newest there is. */
  readonly currentAt: Date | undefined;
  readonly connected: boolean;
  /** The upstream said that the key opens nothing. */
  readonly refused: boolean;
}

export interface Feed {
  status(): FeedStatus;
  /** Fetches at once what a client was told of elsewhere; gives up in silence. */
  refresh(revision: number): Promise<void>;
  close(): void;
}

interface FeedOptions {
  readonly upstream: Upstream;
  readonly credential: Credential;
  readonly keyHash: string;
  /** What was kept of it. */
  readonly kept: KeptSnapshot | undefined;
  readonly snapshots: EdgeSnapshots;
  readonly files: SnapshotFiles;
  readonly log: Log;
}

/** Keeps one environment like the upstream's: fetches it, listens for changes, and begins anew for ever. */
export function openFeed(options: FeedOptions): Feed {
  const { upstream, credential, keyHash, snapshots, files, log } = options;
  const closing = new AbortController();
  let held = options.kept;
  let currentAt = held && new Date(held.currentAt);
  let isConnected = false;
  let isRefused = false;
  let failures = 0;
  let fetching: Promise<void> = Promise.resolve();

  /** One after the other, so that an older answer never replaces a newer one. */
  function fetchNext(revision: number): Promise<void> {
    fetching = fetching.catch(() => {}).then(() => fetchNow(revision));
    return fetching;
  }

  async function fetchNow(revision: number): Promise<void> {
    const known = { entityTag: held?.entityTag, revision };
    const fetched = await upstream.fetchSnapshot(credential, known, closing.signal);
    currentAt = new Date();
    isRefused = false;
    if (fetched === undefined) return;
    const openedBy = hashSecret(credential.key);
    held = { ...fetched, keyHash, openedBy, currentAt: currentAt.toISOString() };
    snapshots.put(held);
    tellUnreadable(held);
    await files.write(held).catch((error: unknown) => {
      log.warn({ err: error }, 'a snapshot could not be kept on disk');
    });
  }

  function tellUnreadable({ source }: KeptSnapshot): void {
    const unreadable = source.toggles.flatMap((toggle) =>
      toggle.unreadable === undefined ? [] : [`${toggle.name}: ${toggle.unreadable}`],
    );
    if (unreadable.length === 0) return;
    log.warn(
      { unreadable },
      'toggles need a newer version of this node: they return their default',
    );
  }

  function close(id: string): void {
    held = undefined;
    snapshots.drop(id);
    files.remove(id).catch(() => {}); // A file that stays is of a key that nobody gives us any more.
  }

  /** Returns how long to wait before the next attempt. */
  async function attempt(): Promise<number> {
    try {
      await fetchNext(held?.source.revision ?? 0);
      await upstream.follow(
        credential,
        async (revision) => {
          failures = 0;
          isConnected = true;
          if (revision === undefined || revision === held?.source.revision) currentAt = new Date();
          else await fetchNext(revision);
        },
        closing.signal,
      );
    } catch (error) {
      if (closing.signal.aborted) return 0;
      if (error instanceof KeyRefused) {
        if (!isRefused) log.warn('the upstream refuses the key: its environment is closed here');
        isRefused = true;
        if (held !== undefined) close(held.source.environment.id);
        return REFUSED_RETRY_MS * (1 + Math.random());
      }
      log.debug({ err: error }, 'the upstream is away');
    } finally {
      isConnected = false;
    }
    // Spread, because all nodes lose the upstream at the same moment.
    return Math.random() * Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
  }

  async function feed(): Promise<void> {
    while (!closing.signal.aborted) {
      const waitMs = await attempt();
      await pause(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  feed().catch((error: unknown) => log.error({ err: error }, 'a feed ended'));
  return {
    status: () => ({
      environmentId: held?.source.environment.id,
      revision: held?.source.revision,
      currentAt,
      connected: isConnected,
      refused: isRefused,
    }),
    async refresh(revision) {
      await waitAtMost(
        CATCH_UP_MS,
        fetchNext(revision).catch(() => {}),
      );
    },
    close: () => closing.abort(),
  };
}
