import type { EventIngest } from '../event-store/ingest/event-ingest.ts';
import type { Lane } from '../platform/database/database.ts';
import type { Storage } from '../platform/database/storage.ts';
import type { CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { Admission } from './admission/admit.ts';
import type { EvaluationTally } from './count-evaluations.ts';
import type { DayQuota } from './events/day-quota.ts';
import type { ExposureRecorder } from './events/exposure-recorder.ts';
import type { LastSeen } from './last-seen.ts';
import type { StreamLimit } from './stream-limit.ts';
import type { UsageNotes } from './uses/usage-notes.ts';

/** The dependencies shared by the routes that customers' systems call. */
export interface DataPlane {
  readonly snapshots: Snapshots;
  readonly lastSeen: Pick<LastSeen, 'seen' | 'snapshotRead' | 'seenInPage' | 'ruleServed'>;
  /**
   * The environment for an edge node that uses an account key; undefined when the key gives no access to it. The
   * database is asked each time, in the lane of the caller.
   */
  readonly openWithAccountKey: (
    feeding: { readonly key: string; readonly environmentId: string },
    lane: Lane,
  ) => Promise<CachedEnvironment | undefined>;
  /** Aborted when the process is asked to stop, which ends all streams. */
  readonly stopping: AbortSignal;
  readonly streamLimit: StreamLimit;
  readonly admission: Admission;
  /** Counts evaluations for telemetry; absent where that is not collected. */
  readonly evaluations?: EvaluationTally;
  readonly measuring?: Measuring;
  /** Notes what programs ask for. */
  readonly usage: Omit<UsageNotes, 'take'>;
  /** The origins whose pages may use OFREP with an environment key; `*` allows any. */
  readonly ofrepOrigins: readonly string[];
}

/** Records the exposures of this node's evaluations. */
export interface Measuring {
  readonly recorder: ExposureRecorder;
  /** Takes events. Absent on an edge node, which sends them to its upstream. */
  readonly intake?: EventIntake;
}

export interface EventIntake {
  readonly ingest: EventIngest;
  readonly dayQuota: DayQuota;
  readonly storage: Storage;
}
