import { type Expression, takesList } from '@comporta/engine/vocabulary';
import { allOf, anyOf, type Formula, not } from '../foreign/formula.ts';
import type { TargetGroups } from '../foreign/group-names.ts';

/** What holds for all readable values that the other does not hold for, and for no user without a value. */
const OPPOSITES = new Map<string, Expression>(
  (
    [
      ['EQUALS', 'NOT_EQUALS'],
      ['CONTAINS', 'DOES_NOT_CONTAIN'],
      ['LESS_THAN', 'GREATER_THAN_OR_EQUALS'],
      ['GREATER_THAN', 'LESS_THAN_OR_EQUALS'],
      ['BEFORE', 'AT_OR_AFTER'],
      ['AFTER', 'AT_OR_BEFORE'],
    ] as const
  ).flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** Holds for users that have a value for which the formula does not hold, as a negated clause does. */
export function unlike(formula: Formula, groups: TargetGroups): Formula {
  if ('formulas' in formula) return allOf(formula.formulas.map((one) => unlike(one, groups)));
  if (formula.kind !== 'CONDITION') return formula;
  const { expression, term } = formula.condition;
  const ask = (word: Expression, to = term): Formula => ({
    ...formula,
    condition: { ...formula.condition, expression: word, term: to },
  });
  const opposite = OPPOSITES.get(expression);
  if (opposite !== undefined) return ask(opposite);
  if (expression === 'SAME_AS') return anyOf([ask('BEFORE'), ask('AFTER')]);
  // The second one adds only that there is a value: it follows from the first one otherwise.
  const [first = ''] = takesList(expression) ? term.split(',') : [term];
  const hasValue = expression === 'REGEX' ? ask('REGEX', '^') : ask('NOT_EQUALS', first);
  return allOf([not(formula, groups), hasValue]);
}
