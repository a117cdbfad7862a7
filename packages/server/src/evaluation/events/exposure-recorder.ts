import { rememberExposures } from '@comporta/client-core/repeats';
import type { Context } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import { lastSplitHash } from '@comporta/engine/split';
import type { EventIngest } from '../../event-store/ingest/event-ingest.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import type { CachedEnvironment } from '../../snapshot/snapshots.ts';
import type { Audience } from '../audience.ts';
import { memoize } from '../memoize.ts';

/** Notes which values of measured splits this node shows to whom; no answer waits for it. Source: RES-25. */
export interface ExposureRecorder {
  /** Somebody asked for one toggle. To be called right after its evaluation. */
  evaluated(environment: CachedEnvironment, outcome: Outcome, context: Context): void;
  /** Somebody fetched all values they may know of: that counts as seeing them where the environment says so. */
  prefetched(
    environment: CachedEnvironment,
    audience: Pick<Audience, 'outcomeOf'>,
    context: Context,
  ): void;
  /** Somebody fetched the rules, to evaluate by themselves. */
  handedOut(environment: CachedEnvironment): void;
}

type How = 'MEASURED' | 'EARLIER' | 'MISSING';

export function recordExposures(ingest: EventIngest): ExposureRecorder {
  const repeats = rememberExposures();

  function count(environmentId: string, phases: readonly string[], how: How): void {
    for (const phaseId of phases) {
      ingest.counts.add(environmentId, { kind: 'EVALUATED', code: `${phaseId} ${how}` });
    }
  }

  function note({ id }: CachedEnvironment, phases: readonly string[], outcome: Outcome): void {
    const { exposure, errorCode } = outcome;
    if (exposure !== undefined) count(id, [exposure.phaseId], 'MEASURED');
    else count(id, phases, errorCode === 'TARGETING_KEY_MISSING' ? 'MISSING' : 'EARLIER');
  }

  function record(environment: CachedEnvironment, outcome: Outcome, context: Context): void {
    const { exposure } = outcome;
    if (exposure === undefined || repeats.isRepeat(exposure, lastSplitHash())) return;
    ingest.record({
      environmentId: environment.id,
      revision: environment.snapshot.head.revision,
      exposure,
      uid: String(context.uid),
      at: new Date(),
      properties: context.properties,
    });
  }

  return {
    evaluated(environment, outcome, context) {
      record(environment, outcome, context);
      const measured = measuredIn(environment.snapshot);
      const phases = measured.get(outcome.toggle.name);
      if (phases !== undefined) note(environment, phases, outcome);
    },
    prefetched(environment, { outcomeOf }, context) {
      const { snapshot } = environment;
      for (const [name, phases] of measuredIn(snapshot)) {
        const outcome = outcomeOf(name, context);
        if (outcome === undefined) continue;
        if (snapshot.head.countsBulk) record(environment, outcome, context);
        note(environment, phases, outcome);
      }
    },
    handedOut({ id, snapshot }) {
      for (const [, phases] of measuredIn(snapshot)) count(id, phases, 'MEASURED');
    },
  };
}

/** The toggles with a measured rule, by name, and their open phases. */
const measuredIn = memoize((snapshot: LoadedSnapshot): ReadonlyMap<string, readonly string[]> => {
  const names = new Map(snapshot.source.toggles.map(({ id, name }) => [id, name]));
  return new Map(
    snapshot.source.experiments.flatMap(({ toggleId, status, rules }) => {
      const phases = rules.flatMap(({ phase }) => phase ?? []);
      const name = names.get(toggleId);
      const isMeasured = name !== undefined && status === 'ACTIVE' && phases.length > 0;
      return isMeasured ? [[name, phases] as const] : [];
    }),
  );
});
