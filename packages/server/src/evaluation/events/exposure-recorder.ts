import { rememberExposures } from '@comporta/client-core/repeats';
import type { Context } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import { unitOf } from '@comporta/engine/property';
import { lastSplitHash } from '@comporta/engine/split';
import type { EvaluationError } from '@comporta/engine/vocabulary';
import type { Counted } from '../../event-store/event-store.ts';
import type { EventCounts } from '../../event-store/ingest/event-counts.ts';
import type { Lane } from '../../event-store/ingest/lane.ts';
import type { Recorded } from '../../event-store/ingest/recorded-exposures.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import type { Access, CachedEnvironment } from '../../snapshot/snapshots.ts';
import { memoize } from '../memoize.ts';
import type { Audience } from '../ofrep/audience.ts';
import { laneOf } from './lane-of.ts';

/** Records the exposures of this node's evaluations; no response waits for it. Source: RES-25. */
export interface ExposureRecorder {
  /** One toggle was evaluated. Must be called right after the evaluation. */
  evaluated(access: Access, outcome: Outcome, context: Context): void;
  /** A client fetched all its values. That counts as an exposure only where the environment says so. */
  prefetched(access: Access, audience: Pick<Audience, 'outcomeOf'>, context: Context): void;
  /** A client fetched the snapshot, to evaluate by itself. */
  handedOut(environment: CachedEnvironment): void;
}

/** Errors of a split that was reached, but could not divide. */
const LACKS_UNIT: ReadonlySet<EvaluationError> = new Set([
  'TARGETING_KEY_MISSING',
  'INVALID_CONTEXT',
]);

type How = 'MEASURED' | 'EARLIER' | 'MISSING';

/** An open phase with the counters for its evaluations, built once because each evaluation uses them. */
interface OpenPhase {
  readonly id: string;
  readonly counted: Readonly<Record<How, Pick<Counted, 'kind' | 'code'>>>;
}

function openPhase(id: string): OpenPhase {
  const as = (how: How) => ({ kind: 'EVALUATED', code: `${id} ${how}` });
  return {
    id,
    counted: { MEASURED: as('MEASURED'), EARLIER: as('EARLIER'), MISSING: as('MISSING') },
  };
}

/** Takes what was recorded: the service stores it, and an edge node sends it to the service. */
export interface ExposureSink {
  /** Queues an exposure of this node's own evaluation, without waiting; false when there is no room. */
  record(recorded: Recorded): boolean;
  readonly counts: Pick<EventCounts, 'add'>;
}

/** While `isUsedUp`, exposures are dropped and counted: an evaluation is answered all the same. Source: FAIR-29. */
export function recordExposures(
  sink: ExposureSink,
  isUsedUp: (lane: Lane) => boolean = () => false,
): ExposureRecorder {
  const repeats = rememberExposures();

  function note({ id }: CachedEnvironment, phases: readonly OpenPhase[], outcome: Outcome): void {
    const { exposure, errorCode } = outcome;
    const how = errorCode !== undefined && LACKS_UNIT.has(errorCode) ? 'MISSING' : 'EARLIER';
    for (const phase of phases) {
      if (exposure === undefined) sink.counts.add(id, phase.counted[how]);
      else if (phase.id === exposure.phaseId) sink.counts.add(id, phase.counted.MEASURED);
    }
  }

  function record(access: Access, outcome: Outcome, context: Context): void {
    const { environment, keyHash } = access;
    const { exposure, toggle } = outcome;
    if (exposure === undefined) return;
    const splitHash = lastSplitHash();
    if (repeats.isRepeat(exposure, splitHash)) return;
    const lane = laneOf(access);
    const isBeyond = isUsedUp(lane);
    if (isBeyond) {
      sink.counts.add(environment.id, { kind: 'DROPPED', code: exposure.phaseId });
    }
    const isKept =
      !isBeyond &&
      sink.record({
        environmentId: environment.id,
        lane,
        keyHash,
        toggle: toggle.name,
        segments: segmentsIn(environment.snapshot).get(exposure.phaseId) ?? [],
        revision: environment.snapshot.head.revision,
        exposure,
        uid: String(unitOf(context, exposure.by)),
        at: new Date(),
        properties: context.properties,
      });
    if (!isKept) repeats.forget(exposure, splitHash);
  }

  return {
    evaluated(access, outcome, context) {
      record(access, outcome, context);
      const { environment } = access;
      const measured = measuredIn(environment.snapshot);
      const phases = measured.get(outcome.toggle.name);
      if (phases !== undefined) note(environment, phases, outcome);
    },
    prefetched(access, { outcomeOf }, context) {
      const { environment } = access;
      const { snapshot } = environment;
      for (const [name, phases] of measuredIn(snapshot)) {
        const outcome = outcomeOf(name, context);
        if (outcome === undefined) continue;
        if (snapshot.head.countsBulk) record(access, outcome, context);
        note(environment, phases, outcome);
      }
    },
    handedOut({ id, snapshot }) {
      for (const [, phases] of measuredIn(snapshot)) {
        for (const { counted } of phases) sink.counts.add(id, counted.MEASURED);
      }
    },
  };
}

/** The toggles with a measured rule, by name, and their open phases. */
const measuredIn = memoize(
  (snapshot: LoadedSnapshot): ReadonlyMap<string, readonly OpenPhase[]> => {
    const { toggles, experiments } = snapshot.source;
    const measured = new Map(
      experiments.flatMap(({ toggleId, status, rules }) => {
        const phases = rules.flatMap(({ phase }) => (phase === undefined ? [] : openPhase(phase)));
        return status === 'ACTIVE' && phases.length > 0 ? [[toggleId, phases] as const] : [];
      }),
    );
    if (measured.size === 0) return measured;
    return new Map(
      toggles.flatMap(({ id, name }) => {
        const phases = measured.get(id);
        return phases === undefined ? [] : [[name, phases] as const];
      }),
    );
  },
);

/** The keys of the properties by which the results of each open phase are broken down. */
const segmentsIn = memoize(
  ({ source }: LoadedSnapshot): ReadonlyMap<string, readonly string[]> =>
    new Map(
      source.experiments.flatMap(({ rules }) =>
        rules.flatMap(({ phase, segments }) =>
          phase === undefined || segments === undefined ? [] : [[phase, segments] as const],
        ),
      ),
    ),
);
