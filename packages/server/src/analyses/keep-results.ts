import { readAnalysesOfPhases } from './analysis-repository.ts';
import { closeAnalyses } from './close-analyses.ts';
import { forgetRecounted, readDueByTime, readRecounted } from './phases-to-look-at-repository.ts';
import { reconcilePhases } from './reconcile-phases.ts';
import { keepPhase } from './results/keep-phase.ts';
import type { Looking } from './results/look-at-phase.ts';

/** What is to be done around counting: it keeps what was shown, and what follows from it. */
export function keepResults(looking: Looking) {
  const { sql } = looking;
  return {
    beforeCount: () => reconcilePhases(sql),
    async afterCount(): Promise<void> {
      const recounted = await readRecounted(sql);
      const phaseIds = new Set([...recounted.keys(), ...(await readDueByTime(sql))]);
      // What is wrong with one does not keep others from being told.
      const failures: unknown[] = [];
      for (const analysis of await readAnalysesOfPhases(sql, [...phaseIds])) {
        for (const phase of analysis.phases.filter(({ id }) => phaseIds.has(id))) {
          await keepPhase(looking, analysis, phase)
            .then(() => forgetRecounted(sql, phase.id, recounted.get(phase.id)))
            .catch((error) => failures.push(error));
        }
      }
      await closeAnalyses(looking);
      if (failures.length > 0) throw new AggregateError(failures, 'phases were not looked at');
    },
  };
}
