import type { EventStore } from '../event-store/event-store.ts';
import type { Sql } from '../platform/database/database.ts';
import { readAnalysesOfPhases, updateAnalysis, updatePhaseRow } from './analysis-repository.ts';
import { closeAnalyses } from './close-analyses.ts';
import { reconcilePhases } from './reconcile-phases.ts';
import { writeDay } from './results/daily-result-repository.ts';
import { type Looking, lookAtPhase } from './results/look-at-phase.ts';
import { dayResult } from './results/read-results.ts';

/** What is to be done around counting: it keeps what was shown, and what follows from it. */
export function keepResults({ sql, store }: { readonly sql: Sql; readonly store: EventStore }) {
  return {
    beforeCount: () => reconcilePhases(sql),
    async afterCount(phaseIds: ReadonlySet<string>): Promise<void> {
      if (phaseIds.size > 0) await keepDays({ sql, store }, phaseIds);
      await closeAnalyses(sql);
    },
  };
}

/** Keeps the verdict of the day, and makes the final look when it is due. Source: RES-54, RES-59. */
async function keepDays(looking: Looking, phaseIds: ReadonlySet<string>): Promise<void> {
  const { sql } = looking;
  for (const analysis of await readAnalysesOfPhases(sql, [...phaseIds])) {
    for (const phase of analysis.phases.filter(({ id }) => phaseIds.has(id))) {
      const looked = await lookAtPhase(looking, analysis, phase);
      if (looked === undefined) continue;
      const { finalLook } = looked.evaluated;
      if (finalLook !== undefined) {
        await updatePhaseRow(sql, phase.id, { finalLook, finalLookAt: looked.now });
      }
      const day = dayResult(looked);
      if (phase.endedAt === null || analysis.state === 'CLOSING')
        await writeDay(sql, phase.id, day);
      const isNewest = phase === analysis.phases.at(-1);
      if (isNewest && analysis.state !== 'STOPPED') {
        await updateAnalysis(sql, analysis.id, { verdict: day.verdict });
      }
    }
  }
}
