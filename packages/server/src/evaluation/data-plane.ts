import type { LastSeen } from '../platform/identity/last-seen.ts';
import type { CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { ClientLimit } from './client-limit.ts';
import type { StreamLimit } from './stream-limit.ts';

/** What the routes that customers' systems call share. */
export interface DataPlane {
  readonly snapshots: Snapshots;
  readonly lastSeen: Pick<LastSeen, 'seen' | 'seenInPage' | 'ruleServed'>;
  /** The environment for an edge node that asks with an account key; undefined when it may not. */
  readonly openWithAccountKey: (
    key: string,
    environmentId: string,
  ) => Promise<CachedEnvironment | undefined>;
  /** Aborted when the process is asked to stop: streams end. */
  readonly stopping: AbortSignal;
  readonly streamLimit: StreamLimit;
  readonly clientLimit: ClientLimit;
  /** Whose pages may ask over OFREP with the key of an environment; `*` is anybody. */
  readonly ofrepOrigins: readonly string[];
}
