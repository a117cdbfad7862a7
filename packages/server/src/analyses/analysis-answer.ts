import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Phase, PhaseCounts } from '@comporta/contract/analyses/phase';
import { withLastChanged } from '../platform/base/versions.ts';
import type { StoredAnalysis, StoredPhase } from './analysis-repository.ts';
import { armsOf } from './arms.ts';

/** An analysis in the form of the API. */
export function analysisAnswer(analysis: StoredAnalysis): Analysis {
  const { startedAt, closesAt, phases, ...stored } = withLastChanged(analysis);
  return {
    ...stored,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(closesAt && { closesAt: closesAt.toISOString() }),
    phases: phases.map((phase) => phaseAnswer(phase, analysis.control)),
    ...stopped(analysis),
  };
}

type Ending = Pick<
  StoredAnalysis,
  'stoppedAt' | 'stopReason' | 'stoppedBy' | 'stopNote' | 'shippedValue' | 'verdict'
>;

/** How an analysis ended, in the form of the API; nothing while it goes on. */
export function stopped(analysis: Ending): Pick<Analysis, 'stopped'> {
  const { stoppedAt, stopReason, stoppedBy, stopNote, shippedValue, verdict } = analysis;
  if (stoppedAt === null || stopReason === null) return {};
  return {
    stopped: {
      at: stoppedAt.toISOString(),
      because: stopReason,
      ...(stoppedBy && { by: stoppedBy }),
      ...(stopNote && { reason: stopNote }),
      ...(shippedValue !== null && { value: shippedValue }),
      ...(verdict && { verdict }),
    },
  };
}

/** Which of the units that it meets a phase counts. */
export function countsOf({ moved, newUsersOnly }: StoredPhase): PhaseCounts {
  if (moved.length > 0) return 'MOVED_LEFT_OUT';
  return newUsersOnly ? 'NEW_USERS' : 'EVERYONE';
}

export function phaseAnswer(phase: StoredPhase, control: string): Phase {
  const { id, number, reason, openedBy, startedAt, endedAt, ended, audienceChangedAt } = phase;
  const { byPropertyId } = phase;
  return {
    id,
    number,
    reason,
    ...(openedBy !== null && { by: openedBy }),
    ...(byPropertyId !== null && { byPropertyId }),
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(ended && { ended }),
    values: armsOf(phase, control).map(({ value, valueIx, share, expected }) => ({
      value,
      valueIndex: valueIx,
      share,
      expected,
    })),
    audienceChangedAt: [...audienceChangedAt],
    counts: countsOf(phase),
  };
}
