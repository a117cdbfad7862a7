import type { Log } from '../platform/base/log.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import type { Feed } from './feed.ts';
import { type Credential, isKeyRefused, type Upstream } from './upstream.ts';

const LIST_INTERVAL_MS = 1_000;

interface AccountFeeds {
  readonly upstream: Upstream;
  readonly key: string;
  readonly log: Log;
  /** Environments with a stored snapshot. Their feeds open at once, before the upstream lists them. */
  readonly kept: readonly { readonly id: string; readonly keyHash: string }[];
  readonly openFeed: (credential: Credential, keyHash: string) => Feed;
  readonly drop: (environmentId: string) => void;
}

interface Known {
  readonly keyHash: string;
  readonly feed: Feed;
}

export interface FeedSet {
  /** Whether the environments of the key were listed at least once. */
  isListed(): boolean;
  feeds(): readonly Feed[];
  close(): Promise<void>;
}

/** Opens a feed for every environment of the account that has a key; a new key opens a new feed. */
export function openAccountFeeds(options: AccountFeeds): FeedSet {
  const { upstream, key, log, kept, openFeed, drop } = options;
  const known = new Map<string, Known>();
  const closing = new AbortController();
  let isListed = false;

  function add(environmentId: string, keyHash: string): void {
    known.set(environmentId, { keyHash, feed: openFeed({ key, environmentId }, keyHash) });
  }

  function remove(id: string): void {
    known.get(id)?.feed.close();
    known.delete(id);
    drop(id);
  }

  async function list(): Promise<void> {
    const environments = await upstream.listEnvironments(key, closing.signal).catch(whenAway);
    if (environments === undefined) return;
    isListed = true;
    const listed = new Map(environments.map(({ id, keyHash }) => [id, keyHash]));
    for (const [id, { keyHash }] of known) if (listed.get(id) !== keyHash) remove(id);
    for (const [environmentId, keyHash] of listed) {
      if (!known.has(environmentId)) add(environmentId, keyHash);
    }
  }

  /** A refused account key closes all its environments; an unavailable upstream changes nothing. */
  function whenAway(error: unknown): readonly [] | undefined {
    if (!isKeyRefused(error)) return undefined;
    if (known.size > 0)
      log.warn('the upstream refuses the account key; this node no longer serves its environments');
    return [];
  }

  for (const { id, keyHash } of kept) add(id, keyHash);
  const listing = doPeriodically(LIST_INTERVAL_MS, list, log);
  listing.runNow();
  return {
    isListed: () => isListed,
    feeds: () => [...known.values()].map(({ feed }) => feed),
    async close() {
      closing.abort();
      await listing.close();
      for (const { feed } of known.values()) feed.close();
    },
  };
}
