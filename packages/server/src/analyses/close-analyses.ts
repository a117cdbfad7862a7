import { analysisFollowed, recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { endOpenPhase } from '../platform/phases/follow-phases.ts';
import { findAnalysis, readClosingAnalyses, updateAnalysis } from './analysis-repository.ts';
import { takeApplication } from './reconcile-repository.ts';

/** Stops analyses whose last time window is over; what was counted until now is their last word. Source: RES-12. */
export async function closeAnalyses(sql: Sql): Promise<void> {
  for (const { id, appId, envId, experimentId } of await readClosingAnalyses(sql, new Date())) {
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
      const change = analysisFollowed({
        id,
        toggleName,
        environment: { id: envId, name },
        before: { state: 'CLOSING' },
        after: { state: 'STOPPED' },
      });
      const actor = { kind: 'system', accountId: application.accountId } as const;
      await recordChanges(inside, { actor, application }, [() => change]);
    });
  }
}
