import { forEachOne } from '../platform/database/each-one.ts';
import { readAnalysesOfPhases } from './analysis-repository.ts';
import { closeAnalyses } from './close-analyses.ts';
import { forgetRecounted, readDueByTime, readRecounted } from './phases-to-look-at-repository.ts';
import { reconcilePhases } from './reconcile-phases.ts';
import { keepPhase } from './results/keep-phase.ts';
import type { Looking } from './results/look-at-phase.ts';

/** The work before and after counting: it follows phases, and stores results and what follows from them. */
export function keepResults(looking: Looking) {
  const { sql } = looking;
  return {
    beforeCount: () => reconcilePhases(sql),
    async afterCount(): Promise<void> {
      const recounted = await readRecounted(sql);
      const phaseIds = new Set([...recounted.keys(), ...(await readDueByTime(sql))]);
      const analyses = await readAnalysesOfPhases(sql, [...phaseIds]);
      const all = analyses.flatMap((analysis) =>
        analysis.phases
          .filter(({ id }) => phaseIds.has(id))
          .map((phase) => async () => {
            await keepPhase(looking, analysis, phase);
            await forgetRecounted(sql, phase.id, recounted.get(phase.id));
          }),
      );
      await forEachOne([...all, () => closeAnalyses(looking)], (work) => work());
    },
  };
}
