import { takeApplication } from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import { forEachOne } from '../platform/database/each-one.ts';
import { findAnalysis, readClosingAnalyses, updateAnalysis } from './analysis-repository.ts';
import { endOpenPhase } from './phases/follow-phases.ts';
import { keepPhase } from './results/keep-phase.ts';
import type { Looking } from './results/look-at-phase.ts';

/** Stops analyses whose last time window is over, after a last look at all counts. Source: RES-12. */
export async function closeAnalyses(looking: Looking): Promise<void> {
  const { sql } = looking;
  await forEachOne(await readClosingAnalyses(sql, new Date()), async (closing) => {
    const { id, appId, envId, experimentId } = closing;
    const last = closing.phases.at(-1);
    if (last !== undefined) await keepPhase(looking, closing, last);
    await sql.transaction(async (inside) => {
      const application = await takeApplication(inside, appId);
      const analysis = await findAnalysis(inside, { envId, experimentId }, id);
      if (application === undefined || analysis?.state !== 'CLOSING') return;
      const at = analysis.closesAt ?? new Date();
      await endOpenPhase(inside, id, { at, keepsWindows: false });
      await updateAnalysis(inside, id, {
        state: 'STOPPED',
        stoppedAt: at,
        stopReason: 'USER',
        version: analysis.version + 1,
      });
      const { toggleName, environmentName: name } = analysis;
      const change = {
        action: 'EDITED',
        type: 'analysis',
        id,
        name: toggleName,
        environment: { id: envId, name },
        before: { state: 'CLOSING' },
        after: { state: 'STOPPED' },
      } as const;
      const actor = { kind: 'system', accountId: application.accountId } as const;
      await recordChanges(inside, { actor, application }, [() => change]);
    });
  });
}
