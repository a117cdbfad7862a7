import { type Fact, factOfProperty, NEVER } from './fact.ts';
import type { CompiledProperty } from './property.ts';
import type { Condition } from './snapshot.ts';

/** A condition that is ready to be evaluated, and to be explained. */
export interface CompiledCondition {
  readonly source: Condition;
  /** Undefined when the snapshot has no such property. */
  readonly property: CompiledProperty | undefined;
  /** False when there is no such property, or when saving would have refused the expression or the term. */
  readonly isValid: boolean;
  readonly fact: Fact;
}

/** Never throws: an invalid condition holds for nobody. */
export function compileCondition(
  source: Condition,
  property: CompiledProperty | undefined,
): CompiledCondition {
  const check = property?.operator.check(source.expression, source.term);
  if (property === undefined || check === undefined) {
    return { source, property, isValid: false, fact: NEVER };
  }
  return { source, property, isValid: true, fact: factOfProperty(property, check) };
}
