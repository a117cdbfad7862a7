import type { EventIngest } from '../event-store/ingest/event-ingest.ts';
import type { Storage } from '../platform/database/storage.ts';
import type { LastSeen } from '../platform/identity/last-seen.ts';
import type { CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { ClientLimit } from './client-limit.ts';
import type { EvaluationTally } from './count-evaluations.ts';
import type { ExposureRecorder } from './events/exposure-recorder.ts';
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
  /** Counts what is answered, for metrics; absent where nobody asks for that. */
  readonly evaluations?: EvaluationTally;
  /** Absent on an edge node, which stores nothing. */
  readonly measuring?: Measuring;
  /** Whose pages may ask over OFREP with the key of an environment; `*` is anybody. */
  readonly ofrepOrigins: readonly string[];
}

/** What takes events, and notes what this node's evaluations showed to whom. */
export interface Measuring {
  readonly ingest: EventIngest;
  readonly recorder: ExposureRecorder;
  readonly storage: Storage;
}
