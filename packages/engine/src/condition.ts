import type { Check } from './operators/operator.ts';
import { type CompiledProperty, readProperty } from './property.ts';
import type { Condition } from './snapshot.ts';
import type { Walk } from './walk.ts';

/** Equal conditions of a snapshot are one node, whichever rules and groups they stand in. */
export interface CompiledCondition {
  readonly source: Condition;
  /** Undefined when the snapshot has no such property. */
  readonly property: CompiledProperty | undefined;
  /** Undefined when there is no such property, or saving would have refused expression or term. */
  readonly check: Check<unknown> | undefined;
  turn: number;
  holds: boolean;
}

export function compileCondition(
  source: Condition,
  property: CompiledProperty | undefined,
): CompiledCondition {
  const check = property?.operator.check(source.expression, source.term);
  return { source, property, check, turn: 0, holds: false };
}

export function conditionHolds(condition: CompiledCondition, walk: Walk): boolean {
  if (condition.turn !== walk.turn) {
    condition.holds = isSatisfied(condition, walk);
    condition.turn = walk.turn;
  }
  return condition.holds;
}

/** Nothing absent or unreadable satisfies a condition, negations included. */
function isSatisfied({ property, check }: CompiledCondition, walk: Walk): boolean {
  if (property === undefined || check === undefined) return false;
  const value = readProperty(property, walk);
  return value !== undefined && check(value);
}
