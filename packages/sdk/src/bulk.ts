import { type BulkAnswer, flagJson } from '@comporta/client-core/bulk-answer';
import type { Context as EngineContext } from '@comporta/engine/context';

/** One toggle of a bulk response, with the field names of OFREP. A toggle that could not be decided has an error code. */
export interface BulkFlag {
  readonly key: string;
  readonly value?: unknown;
  readonly variant?: string;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly errorDetails?: string;
  /** Set for a measured split: send these ids with the exposure when the value is shown. */
  readonly metadata?: {
    readonly ruleId: string;
    readonly phaseId: string;
    /** Key of the property whose value is sent in place of the uid. */
    readonly by?: string;
  };
}

/** The response of a bulk evaluation, with the context it is for and its entity tag. */
export interface Bulk {
  /** In OpenFeature's form: the uid is `targetingKey`, and the properties are its siblings. */
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
