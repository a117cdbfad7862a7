import { readAnalysesOfPhases, readPhasesToLookAt } from './analysis-repository.ts';
import { closeAnalyses } from './close-analyses.ts';
import { reconcilePhases } from './reconcile-phases.ts';
import { keepPhase } from './results/keep-phase.ts';
import type { Looking } from './results/look-at-phase.ts';

/** What is to be done around counting: it keeps what was shown, and what follows from it. */
export function keepResults(looking: Looking) {
  const { sql } = looking;
  return {
    beforeCount: () => reconcilePhases(sql),
    async afterCount(changed: ReadonlySet<string>): Promise<void> {
      // A final look falls due by time alone.
      const phaseIds = new Set([...changed, ...(await readPhasesToLookAt(sql, new Date()))]);
      for (const analysis of await readAnalysesOfPhases(sql, [...phaseIds])) {
        for (const phase of analysis.phases.filter(({ id }) => phaseIds.has(id))) {
          await keepPhase(looking, analysis, phase);
        }
      }
      await closeAnalyses(looking);
    },
  };
}
