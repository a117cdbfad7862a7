import { createAnalysis as createApi } from '@comporta/contract/analyses/analysis-api';
import type { Growth } from '@comporta/contract/change-requests/check-guard';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { parseBody } from '../../platform/http/parse-shape.ts';
import type { EditWrite } from '../../platform/nouns/entity-edits.ts';
import type { StoredAnalysis } from '../analysis-repository.ts';
import type { Looking } from '../results/look-at-phase.ts';
import { startAnalysis } from '../run-analysis.ts';
import { createAnalysis, readAnalysis } from '../save-analysis.ts';
import { stopAnalysis } from '../stop-analysis.ts';
import { findLastCount, readGuarded } from './guard-repository.ts';
import { lookForGuard, NOTHING_COUNTED } from './look-for-guard.ts';

interface Guarded extends Growth {
  readonly ruleId: string;
  /** The plan of a new analysis, without its rule; or the id of one that somebody made. */
  readonly analysis?: Readonly<Record<string, unknown>> | undefined;
  readonly analysisId?: string | undefined;
}

/** What the guard of a change request asks of analyses. Source: SAF-52, SAF-53, SAF-54. */
export function guardCalls(look: (sql: Sql) => Looking) {
  return {
    /** Makes the analysis of a rule, or takes one that exists, and starts it; returns its id. */
    async begin(write: EditWrite, experimentId: string, guarded: Guarded): Promise<string> {
      const call = inEnvironment(write);
      const { ruleId, analysis: body, analysisId, shrinks = '' } = guarded;
      if (analysisId === undefined) {
        const parsed = parseBody(createApi.body, body);
        const plan = { ...parsed, ruleId, control: parsed.control || shrinks };
        const { id, control } = await createAnalysis({ ...call, body: plan }, experimentId);
        requireOther(control, guarded);
        await startAnalysis(call, { id: experimentId, analysisId: id }, look);
        return id;
      }
      const stored = await readAnalysis(call, experimentId, analysisId);
      requireGuarding(stored, ruleId);
      requireOther(stored.control, guarded);
      if (stored.state === 'DRAFT')
        await startAnalysis(call, { id: experimentId, analysisId }, look);
      return analysisId;
    },
    /** Stops the analysis where it still measures; the note says why. */
    async stop(
      write: EditWrite,
      experimentId: string,
      { analysisId, note }: { readonly analysisId: string; readonly note: string },
    ): Promise<void> {
      const call = inEnvironment(write);
      const { state } = await readAnalysis(call, experimentId, analysisId);
      if (state !== 'RUNNING' && state !== 'CLOSING') return;
      const body = { wait: false, reason: note };
      await stopAnalysis({ ...call, body }, { id: experimentId, analysisId });
    },
    /** Reads the figures of the open phase: several queries at once, so not in a transaction. Source: FAIR-44. */
    async look(sql: Sql, analysisId: string) {
      const analysis = await readGuarded(sql, analysisId);
      return analysis === undefined ? NOTHING_COUNTED : lookForGuard(look(sql), analysis);
    },
    lastCount: findLastCount,
  };
}

/** It measures this rule, has a guardrail, and has not ended. */
function requireGuarding({ ruleId, guardrails, state }: StoredAnalysis, wanted: string): void {
  if (ruleId !== wanted || guardrails.length === 0) throw new Rejection('INVALID_GUARD');
  if (state !== 'DRAFT' && state !== 'RUNNING') {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state });
  }
}

/** Compared with itself, what grows would never do harm: the others would only look better. */
function requireOther(control: string, { grows }: Guarded): void {
  if (grows.includes(control)) throw new Rejection('INVALID_GUARD', { at: ['control'] });
}

function inEnvironment(write: EditWrite) {
  const { environment } = write;
  if (environment === undefined) throw new Rejection('NOT_FOUND');
  return { ...write, environment };
}
