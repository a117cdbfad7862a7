import type { CompiledProperty } from './property.ts';
import type { Condition } from './snapshot.ts';
import type { Test, Walk } from './walk.ts';

/** Equal conditions of a snapshot are one node, whichever rules and groups they stand in. */
export interface CompiledCondition {
  readonly source: Condition;
  /** Undefined when the snapshot has no such property. */
  readonly property: CompiledProperty | undefined;
  /** False for a condition that saving would have refused: it never holds. */
  readonly isValid: boolean;
  readonly test: Test;
  turn: number;
  holds: boolean;
}

export function compileCondition(
  source: Condition,
  property: CompiledProperty | undefined,
): CompiledCondition {
  const test = property?.test(source.expression, source.term);
  return {
    source,
    property,
    isValid: test !== undefined,
    test: test ?? never,
    turn: 0,
    holds: false,
  };
}

function never(): boolean {
  return false;
}

export function conditionHolds(condition: CompiledCondition, walk: Walk): boolean {
  if (condition.turn !== walk.turn) {
    condition.holds = condition.test(walk);
    condition.turn = walk.turn;
  }
  return condition.holds;
}
