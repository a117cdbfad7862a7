import type { Expression } from '../vocabulary.ts';

/** Whether a readable value satisfies a condition. */
export type Check<Value> = (value: Value) => boolean;

/** How one property type reads a request's value, and what its expressions mean. */
export interface Operator<Value> {
  /** Returns undefined when the value cannot be read as this type, as is always so for null and undefined. */
  readonly read: (raw: unknown) => Value | undefined;
  /** Returns undefined when this type has no such expression, or when the term is invalid for it. */
  readonly check: (expression: Expression, term: string) => Check<Value> | undefined;
  /**
   * The same for the expressions that ignore case: it reads folded values. So a value is folded once for all conditions,
   * because a stranger chooses how long it is.
   */
  readonly ignoringCase?: Pick<Operator<Value>, 'read' | 'check'>;
}
