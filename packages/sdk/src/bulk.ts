import { type BulkAnswer, flagJson } from '@comporta/client-core/bulk-answer';
import type { Context as EngineContext } from '@comporta/engine/context';

/** One toggle of a bulk answer, in the names of OFREP. One that could not be decided has an error code. */
export interface BulkFlag {
  readonly key: string;
  readonly value?: unknown;
  readonly variant?: string;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly errorDetails?: string;
  /** Of a measured split: whoever shows its value reports that with these. */
  readonly metadata?: { readonly ruleId: string; readonly phaseId: string };
}

/** The answer of a bulk evaluation, for whom it is, and its entity tag. */
export interface Bulk {
  /** As OpenFeature has it: the uid as `targetingKey`, beside the properties. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly flags: readonly BulkFlag[];
  readonly metadata: { readonly environment: string; readonly revision: number };
  readonly entityTag: string;
}

export function bulkOf(answer: BulkAnswer, { uid, properties }: EngineContext): Bulk {
  const { outcomes, metadata, entityTag } = answer;
  const context = { ...(uid !== undefined && { targetingKey: uid }), ...properties };
  const flags = JSON.parse(`[${outcomes.map(flagJson).join(',')}]`);
  return { context, flags, metadata, entityTag };
}
