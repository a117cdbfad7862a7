import type { ConditionDraft, ConditionProperties } from '@comporta/contract/conditions/condition';
import { checkTerm, type TermCode } from '@comporta/contract/conditions/term';
import { parseBoolean } from '@comporta/engine/operators/boolean';
import { listItems } from '@comporta/engine/operators/list';
import type { SnapshotProperty } from '@comporta/engine/snapshot';
import {
  EXPRESSIONS,
  type Expression,
  OFFERED_EXPRESSIONS,
  type PropertyType,
} from '@comporta/engine/vocabulary';
import type { Choice } from '@comporta/messages/rule-in-words';

/** The common part of target groups, property rules and version filters. */
export type ConditionText = Pick<ConditionDraft, 'propertyId' | 'expression' | 'term'>;

export type ConditionField = keyof ConditionText;

export const NEW_CONDITION: ConditionText = { propertyId: '', expression: '', term: '' };

/**
 * The expressions for a property. The loaded expression is kept in the list even when it is not offered
 * (REGEX).
 */
export function choicesFor(
  property: SnapshotProperty,
  loaded: ConditionText | undefined,
): readonly Choice[] {
  if (property.type === 'BOOLEAN') return ['IS_TRUE', 'IS_FALSE'];
  const offered = OFFERED_EXPRESSIONS[property.type];
  const kept = loaded?.propertyId === property.id ? expressionNamed(loaded.expression) : undefined;
  return kept === undefined || offered.includes(kept) ? offered : [...offered, kept];
}

/** The current choice of a condition; undefined while nothing is chosen, or when the condition is invalid. */
export function choiceOf(condition: ConditionText, type: PropertyType): Choice | undefined {
  const expression = expressionNamed(condition.expression);
  if (type !== 'BOOLEAN' || expression === undefined) return expression;
  const term = parseBoolean(condition.term.trim());
  if (term === undefined || (expression !== 'EQUALS' && expression !== 'NOT_EQUALS')) {
    return undefined;
  }
  return term === (expression === 'EQUALS') ? 'IS_TRUE' : 'IS_FALSE';
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
    default:
      return { ...condition, expression: choice };
  }
}

/** Whether the user types a value to compare with: for a boolean the choice includes the value. */
export function needsTerm(condition: ConditionText, properties: ConditionProperties): boolean {
  return properties.get(condition.propertyId)?.type !== 'BOOLEAN';
}

export interface TermItem {
  readonly text: string;
  readonly code?: TermCode;
}

/** The items of an IN term, each with its problem, if any. */
export function termItems(type: PropertyType, term: string): readonly TermItem[] {
  return listItems(term).map((text) => {
    const checked = checkTerm(type, 'IN', text);
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
