import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../platform/base/log.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import type { EnvironmentKeys, Feed } from './feed.ts';
import { type Credential, isKeyRefused, type Upstream } from './upstream.ts';

const LIST_INTERVAL_MS = 1_000;

interface AccountFeeds {
  readonly upstream: Upstream;
  readonly key: string;
  readonly log: Log;
  /** Environments with a stored snapshot. Their feeds open at once, before the upstream lists them. */
  readonly kept: readonly (EnvironmentKeys & { readonly id: string })[];
  readonly openFeed: (credential: Credential, keys: EnvironmentKeys) => Feed;
  /** Removes an environment; its feed writes no more when `closed` resolves. */
  readonly drop: (environmentId: string, closed: Promise<void> | undefined) => void;
  /** Called when the upstream refuses the key before it ever accepted it. */
  readonly onRefusedAtStart: () => void;
}

interface Known {
  readonly keys: EnvironmentKeys;
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
  const { upstream, key, log, kept, openFeed, drop, onRefusedAtStart } = options;
  const known = new Map<string, Known>();
  const closing = new AbortController();
  let isListed = false;
  let isAccepted = false;
  let isRefused = false;

  /** A new key of an environment takes the place of the former one; its streams with other keys stay open. */
  function take(environmentId: string, keys: EnvironmentKeys): void {
    const held = known.get(environmentId);
    if (held !== undefined && isDeepStrictEqual(held.keys, keys)) return;
    held?.feed.accept(keys);
    const feed = held?.feed ?? openFeed({ key, environmentId }, keys);
    known.set(environmentId, { keys, feed });
  }

  function remove(id: string): void {
    const closed = known.get(id)?.feed.end();
    known.delete(id);
    drop(id, closed);
  }

  async function list(): Promise<void> {
    const environments = await ask().catch(whenAway);
    if (environments === undefined) return;
    isListed = true;
    const listed = new Set(environments.map(({ id }) => id));
    for (const id of known.keys()) if (!listed.has(id)) remove(id);
    for (const { id, keyHash, former } of environments) {
      take(id, { keyHash, former: former ?? undefined });
    }
  }

  async function ask() {
    const environments = await upstream.listEnvironments(key, closing.signal);
    isAccepted = true;
    isRefused = false;
    return environments;
  }

  /** A refused account key closes all its environments; an unavailable upstream changes nothing. */
  function whenAway(error: unknown): readonly [] | undefined {
    if (!isKeyRefused(error)) return undefined;
    if (!isRefused && isAccepted)
      log.warn('the upstream refuses the account key; this node no longer serves its environments');
    if (!isRefused && !isAccepted) {
      log.error('the upstream refuses the account key; this node cannot serve its environments');
      onRefusedAtStart();
    }
    isRefused = true;
    return [];
  }

  for (const { id, keyHash, former } of kept) take(id, { keyHash, former });
  const listing = doPeriodically(LIST_INTERVAL_MS, list, log);
  listing.runNow();
  return {
    isListed: () => isListed,
    feeds: () => [...known.values()].map(({ feed }) => feed),
    async close() {
      closing.abort();
      await listing.close();
      for (const { feed } of known.values()) await feed.close();
    },
  };
}
