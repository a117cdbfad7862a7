import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ConditionDraft } from '@comporta/contract/conditions/condition-draft';
import { checkTerm, type TermCode } from '@comporta/contract/conditions/term';
import { parseBoolean } from '@comporta/engine/operators/boolean';
import { listItems } from '@comporta/engine/operators/list';
import type { SnapshotProperty } from '@comporta/engine/snapshot';
import {
  EXPRESSIONS,
  type Expression,
  FURTHER_EXPRESSIONS,
  ignoringCase,
  isExpressionValid,
  isPresence,
  OFFERED_EXPRESSIONS,
  type PropertyType,
  regardingCase,
} from '@comporta/engine/vocabulary';
import type { Choice } from '@comporta/messages/rule-in-words';

/** The common part of target groups, property rules and version filters. */
export type ConditionText = Pick<ConditionDraft, 'propertyId' | 'expression' | 'term'>;

export type ConditionField = keyof ConditionText;

export const NEW_CONDITION: ConditionText = { propertyId: '', expression: '', term: '' };

/** The expressions that a menu has, and whether its entry for more would add some. */
export interface Choices {
  readonly shown: readonly Choice[];
  readonly hasMore: boolean;
}

/**
 * The expressions for a property: those of the menu, with `isWide` all. The loaded expression is kept in the list even
 * when it is not offered (REGEX).
 */
export function choicesFor(
  property: SnapshotProperty,
  loaded: ConditionText | undefined,
  isWide: boolean,
): Choices {
  const { type } = property;
  const offered = type === 'BOOLEAN' ? BOOLEAN_CHOICES : OFFERED_EXPRESSIONS[type].map(choiceNamed);
  const wide = [...offered, ...FURTHER_EXPRESSIONS[type].map(choiceNamed)];
  const kept = loaded?.propertyId === property.id ? choiceOf(loaded, type) : undefined;
  const isFurther = kept !== undefined && !offered.includes(kept) && wide.includes(kept);
  const listed = isWide || isFurther ? wide : offered;
  const shown = kept === undefined || listed.includes(kept) ? listed : [...listed, kept];
  return { shown, hasMore: listed !== wide && wide.length > offered.length };
}

const BOOLEAN_CHOICES: readonly Choice[] = ['IS_TRUE', 'IS_FALSE'];

/** The current choice of a condition; undefined while nothing is chosen, or when the condition is invalid. */
export function choiceOf(condition: ConditionText, type: PropertyType): Choice | undefined {
  const expression = expressionNamed(condition.expression);
  if (expression === undefined) return undefined;
  if (type !== 'BOOLEAN' || isPresence(expression)) return choiceNamed(expression);
  const term = parseBoolean(condition.term.trim());
  if (term === undefined || (expression !== 'EQUALS' && expression !== 'NOT_EQUALS')) {
    return undefined;
  }
  return term === (expression === 'EQUALS') ? 'IS_TRUE' : 'IS_FALSE';
}

/** The choice of an expression; whether it ignores case is chosen apart. */
function choiceNamed(expression: Expression): Choice {
  // What regards case has no such ending.
  return (regardingCase(expression) ?? expression) as Choice;
}

/** Sets the property, and clears expression and term: they depend on the property. */
export function withProperty<C extends ConditionText>(condition: C, propertyId: string): C {
  if (condition.propertyId === propertyId) return condition;
  return { ...condition, ...NEW_CONDITION, propertyId };
}

/** Sets the expression. A boolean is always stored as EQUALS with `true` or `false`. */
export function withChoice<C extends ConditionText>(condition: C, choice: string): C {
  switch (choice) {
    case 'IS_TRUE':
      return { ...condition, expression: 'EQUALS', term: 'true' };
    case 'IS_FALSE':
      return { ...condition, expression: 'EQUALS', term: 'false' };
    default: {
      if (isPresence(choice)) return { ...condition, expression: choice, term: '' };
      const isFolded = ignoresCase(condition);
      return { ...condition, expression: (isFolded && ignoringCase(choice)) || choice };
    }
  }
}

/** Whether upper and lower case are the same in the condition. */
export function ignoresCase({ expression }: ConditionText): boolean {
  return regardingCase(expression) !== undefined;
}

/** Whether the user may choose if upper and lower case are the same. */
export function canIgnoreCase({ expression }: ConditionText, type: PropertyType): boolean {
  const folded = ignoringCase(regardingCase(expression) ?? expression);
  return folded !== undefined && isExpressionValid(type, folded);
}

/** Changes whether upper and lower case are the same. */
export function withOtherCase<C extends ConditionText>(condition: C): C {
  const { expression } = condition;
  const other = regardingCase(expression) ?? ignoringCase(expression);
  return { ...condition, expression: other ?? expression };
}

/** Whether the user types a value to compare with: for a boolean the choice includes it, and Is set has none. */
export function needsTerm(condition: ConditionText, properties: ConditionProperties): boolean {
  const type = properties.get(condition.propertyId)?.type;
  return type !== 'BOOLEAN' && !isPresence(condition.expression);
}

export interface TermItem {
  readonly text: string;
  readonly code?: TermCode;
}

/** The items of a list, each with its problem, if any. */
export function termItems(
  type: PropertyType,
  { expression, term }: Pick<ConditionText, 'expression' | 'term'>,
): readonly TermItem[] {
  const known = expressionNamed(expression) ?? 'IN';
  return listItems(term).map((text) => {
    const checked = checkTerm(type, known, text);
    return checked.ok ? { text } : { text, code: checked.problems[0].code };
  });
}

/** Turns text that was copied from a column or a row of a spreadsheet into one list. */
export function linesToCommas(text: string): string {
  return text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(',');
}

function expressionNamed(name: string): Expression | undefined {
  return EXPRESSIONS.find((known) => known === name);
}
