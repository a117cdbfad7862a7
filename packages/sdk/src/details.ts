import type { Outcome } from '@comporta/engine/outcome';
import type { EvaluationError, Reason, RuleType } from '@comporta/engine/vocabulary';
import type { CurrentSnapshot } from './snapshot/current-snapshot.ts';

/** Codes of OpenFeature, and what they mean here. */
export type ErrorCode =
  /** There are no values yet: neither from the service nor from a file or bootstrap. */
  | 'PROVIDER_NOT_READY'
  /** The environment has no toggle of that name. */
  | 'FLAG_NOT_FOUND'
  /** The toggle's value is of another type than the fallback. */
  | 'TYPE_MISMATCH'
  /** Why the value is the toggle's default although its rules say something else. */
  | EvaluationError;

const EVALUATION_ERROR_MESSAGES: Readonly<Record<EvaluationError, string>> = {
  TARGETING_KEY_MISSING: 'A percentage split decides this toggle, and the context has no uid.',
  PARSE_ERROR: 'The rules of this toggle need a newer SDK.',
};

/** A value and how it came about. */
export interface Details<Value> {
  readonly toggle: string;
  readonly value: Value;
  /** The text that the toggle returned; absent when the value is the fallback. */
  readonly variant?: string | undefined;
  /** ERROR when the value is the fallback, or the toggle needs a newer SDK. */
  readonly reason: Reason;
  /** 1-based order of the rule that decided. */
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
