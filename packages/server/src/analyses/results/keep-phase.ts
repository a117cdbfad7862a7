import {
  type StoredAnalysis,
  type StoredPhase,
  storeFinalLook,
  storeGuardrailLooks,
  writeVerdict,
} from '../analysis-repository.ts';
import { writeDay } from './daily-result-repository.ts';
import { type Looking, lookAtPhase } from './look-at-phase.ts';
import { newsOfPhase } from './news-of-phase.ts';
import { dayResult } from './read-results.ts';
import { queueResults } from './told-result-repository.ts';

/**
 * Stores the current results of a phase: the final look if it is due, the day, the verdict and the news of it.
 * Source: RES-54, RES-59, RES-77.
 */
export async function keepPhase(
  looking: Looking,
  analysis: StoredAnalysis,
  phase: StoredPhase,
): Promise<void> {
  const looked = await lookAtPhase(looking, analysis, phase);
  if (looked === undefined) return;
  const { sql } = looking;
  const { finalLook, guardrailLooks } = looked.evaluated;
  if (finalLook !== undefined) {
    await storeFinalLook(sql, phase.id, { finalLook, finalLookAt: looked.now });
  }
  if (Object.keys(guardrailLooks).length > 0) {
    await storeGuardrailLooks(sql, phase.id, guardrailLooks);
  }
  const day = dayResult(looked);
  if (phase.endedAt === null || analysis.state === 'CLOSING') await writeDay(sql, phase.id, day);
  if (phase.id === analysis.phases.at(-1)?.id && analysis.state !== 'STOPPED') {
    await sql.transaction(async (inside) => {
      if (!(await writeVerdict(inside, analysis.id, day.verdict))) return;
      await queueResults(inside, analysis.appId, newsOfPhase(analysis, phase, looked.evaluated));
    });
  }
}
