import type { Outcome } from '@comporta/engine/outcome';
import type { EvaluationError, Reason, RuleType } from '@comporta/engine/vocabulary';
import type { CurrentSnapshot } from './snapshot/current-snapshot.ts';

/** Error codes of OpenFeature, with their meaning here. */
export type ErrorCode =
  /** There are no values yet: not from the service, a file or a bootstrap. */
  | 'PROVIDER_NOT_READY'
  /** The environment has no toggle of that name. */
  | 'FLAG_NOT_FOUND'
  /** The toggle's type differs from the type of the fallback. */
  | 'TYPE_MISMATCH'
  /** The rules could not be evaluated, so the toggle returns its default value. */
  | EvaluationError;

const EVALUATION_ERROR_MESSAGES: Readonly<Record<EvaluationError, string>> = {
  TARGETING_KEY_MISSING: 'A percentage split decides this toggle, and the context has no uid.',
  INVALID_CONTEXT:
    'A percentage split by a property decides this toggle, and the context lacks it.',
  PARSE_ERROR:
    'The rules of this toggle need a newer SDK, or a list of ids that is not loaded yet.',
};

/** A value and the reason for it. */
export interface Details<Value> {
  readonly toggle: string;
  readonly value: Value;
  /** The toggle's value as text; absent when `value` is the fallback. */
  readonly variant?: string | undefined;
  /** ERROR when the value is the fallback, or when the toggle needs a newer SDK. */
  readonly reason: Reason;
  /** Position of the rule that decided, starting at 1. */
  readonly ruleOrder?: number | undefined;
  readonly ruleType?: RuleType | undefined;
  readonly experimentId?: string | undefined;
  /** Name of the environment. */
  readonly environment?: string | undefined;
  readonly revision?: number | undefined;
  readonly errorCode?: ErrorCode | undefined;
  readonly errorMessage?: string | undefined;
}

export function detailsOf<Value>(
  outcome: Outcome,
  value: Value,
  { source }: CurrentSnapshot,
): Details<Value> {
  const { reason, ruleOrder, ruleType, experimentId, errorCode } = outcome;
  return {
    toggle: outcome.toggle.name,
    value,
    variant: outcome.value,
    reason,
    ruleOrder,
    ruleType,
    experimentId,
    environment: source.environment.name,
    revision: source.revision,
    errorCode,
    errorMessage: errorCode && EVALUATION_ERROR_MESSAGES[errorCode],
  };
}

export function fallbackDetails<Value>(
  toggle: string,
  fallback: Value,
  error: { readonly errorCode: ErrorCode; readonly errorMessage: string },
): Details<Value> {
  return { toggle, value: fallback, reason: 'ERROR', ...error };
}
