import { EXPRESSIONS } from '@comporta/engine/vocabulary';

/**
 * The release that brought the words of `newerWords`. A node before it answers 500 in lists of what has one, and it and
 * every client before it give such a toggle its default. Source: RUL-56.
 */
export const NEWER_WORDS_SINCE = '0.3.0';

/** The expressions of the release before. An expression that this one does not list is newer. */
const FORMER_EXPRESSIONS: ReadonlySet<string> = new Set([
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'DOES_NOT_CONTAIN',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
  'REGEX',
]);
const NEWER_TYPES: ReadonlySet<string> = new Set(['COMBINED', 'SPLIT_BY', 'LIST']);

/** Every word that `newerWords` may answer. */
export const NEWER_WORDS: readonly string[] = [
  ...NEWER_TYPES,
  ...EXPRESSIONS.filter((expression) => !FORMER_EXPRESSIONS.has(expression)),
];

interface WordedCondition {
  readonly expression: string;
  /** The type of its property, where it is known. */
  readonly type?: string | undefined;
}

interface WordedPart {
  readonly type: string;
  readonly propertyRule?: WordedCondition | undefined;
}

interface WordedRule extends WordedPart {
  readonly combinedRule?: { readonly conditions: readonly WordedPart[] } | undefined;
  readonly versionRule?: WordedCondition | undefined;
  readonly valueSpec: { readonly type: string };
}

/** What may have words: an experiment has rules, a target group conditions and a property a type. */
export interface Worded {
  readonly rules?: readonly WordedRule[] | undefined;
  readonly conditions?: readonly WordedCondition[] | undefined;
  readonly type?: string | undefined;
}

/** The words that releases before `NEWER_WORDS_SINCE` do not know, each once: COMBINED, SPLIT_BY, LIST and expressions. */
export function newerWords({ rules = [], conditions = [], type }: Worded): readonly string[] {
  const words = new Set<string>();
  function addType(one: string | undefined): void {
    if (one !== undefined && NEWER_TYPES.has(one)) words.add(one);
  }
  function addCondition(condition: WordedCondition | undefined): void {
    if (condition === undefined) return;
    addType(condition.type);
    const { expression } = condition;
    if (expression !== '' && !FORMER_EXPRESSIONS.has(expression)) words.add(expression);
  }
  addType(type);
  for (const condition of conditions) addCondition(condition);
  for (const rule of rules) {
    addType(rule.type);
    addType(rule.valueSpec.type);
    for (const part of [rule, ...(rule.combinedRule?.conditions ?? [])]) {
      addCondition(part.propertyRule);
    }
    addCondition(rule.versionRule);
  }
  return [...words];
}
