import type { Expression } from '../vocabulary.ts';

/** Whether a value that was read satisfies a condition. */
export type Check<Value> = (value: Value) => boolean;

/** How one property type reads a request's value, and what its expressions mean. */
export interface Operator<Value> {
  /** Answers undefined when the value cannot be read as this type; null and undefined never can. */
  readonly read: (raw: unknown) => Value | undefined;
  /** Answers undefined when this type has no such expression, or the term is not valid for it. */
  readonly check: (expression: Expression, term: string) => Check<Value> | undefined;
}
