import { type Fact, factOf, factOfProperty, NEVER, noneOf, notOf } from './fact.ts';
import type { IdLists } from './id-lists/id-lists.ts';
import { checkListed } from './operators/id-list.ts';
import { savedItems } from './operators/list.ts';
import { type CompiledProperty, isSet } from './property.ts';
import type { Condition } from './snapshot.ts';
import {
  type Expression,
  isPresence,
  oppositeOf,
  regardingCase,
  takesList,
  usesList,
} from './vocabulary.ts';

/** A condition that is ready to be evaluated, and to be explained. */
export interface CompiledCondition {
  readonly source: Condition;
  /** Undefined when the snapshot has no such property. */
  readonly property: CompiledProperty | undefined;
  /** False when there is no such property, or when saving would have refused the expression or the term. */
  readonly isValid: boolean;
  readonly fact: Fact;
}

/** Gives a condition another one, and the lists, that it shares with others. */
export interface ConditionNodes {
  readonly condition: (source: Condition) => CompiledCondition;
  readonly lists: IdLists;
}

/** The id of the list that a condition names, in a list for `flatMap`. */
export function listNamed({ expression, term }: Condition): readonly string[] {
  return usesList(expression) ? [term] : [];
}

/** Never throws: an invalid condition holds for nobody. */
export function compileCondition(
  source: Condition,
  property: CompiledProperty | undefined,
  nodes: ConditionNodes,
): CompiledCondition {
  const fact = property && factOfCondition(source, property, nodes);
  return { source, property, isValid: fact !== undefined, fact: fact ?? NEVER };
}

/** Undefined when saving would have refused the expression or the term. */
function factOfCondition(
  source: Condition,
  property: CompiledProperty,
  { condition, lists }: ConditionNodes,
): Fact | undefined {
  const { expression, term } = source;
  if (isPresence(expression)) {
    const wanted = expression === 'IS_SET';
    return factOf(({ context }) => isSet(property, context) === wanted);
  }
  const opposite = oppositeOf(expression);
  if (expression === 'IN_LIST') {
    const check = checkListed(property.source.type, term, lists);
    return check && factOfProperty(property, check);
  }
  if (opposite === undefined) {
    const asked = regardingCase(expression) === undefined ? property : property.folded;
    const check = asked?.operator.check(expression, term);
    return asked && check && factOfProperty(asked, check);
  }
  const { isValid, fact } = condition({ ...source, expression: opposite });
  if (!isValid || !hasSavedTerm(expression, term)) return undefined;
  // A pattern runs at most once, and counts as one with its opposite (T03).
  return opposite === 'REGEX' ? noneOf([fact]) : notOf(fact);
}

/** Stricter than the operators, which take an empty item of IN: NOT_ would make it hold for everybody. */
function hasSavedTerm(expression: Expression, term: string): boolean {
  return takesList(expression) ? savedItems(expression, term) !== undefined : term.trim() !== '';
}
