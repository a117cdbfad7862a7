import type { NamedCondition } from '@comporta/contract/conditions/named-condition';
import type {
  NamedAudience,
  NamedPart,
  NamedRule,
} from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import type {
  Expression,
  ListExpression,
  PropertyType,
  TargetGroupPolicy,
  TargetGroupRulePolicy,
} from '@comporta/engine/vocabulary';
import { isolated } from './isolated.ts';
import { shownValue } from './shown-value.ts';
import type { Say } from './speak.ts';
import { joinWords, quoted, wordsWith } from './words.ts';

/**
 * An expression as a person chooses it. For a boolean, it combines the expression and the term; whether case is ignored
 * is chosen apart.
 */
export type Choice = Exclude<Expression, `${string}_IGNORING_CASE`> | 'IS_TRUE' | 'IS_FALSE';

/** A sentence shows at most this many items of a list. */
const ITEMS_SHOWN = 8;
/** A longer term is truncated to this length. */
const TERM_SHOWN_CHARS = 200;

/** Stands for a part that is not filled in yet, and for an unknown expression. */
const MISSING = '…';

/** The expressions whose terms are lists. Repeated here, because only types are imported from the engine. */
const LISTS: Readonly<Record<ListExpression, true>> = {
  IN: true,
  NOT_IN: true,
  STARTS_WITH_ANY: true,
  NOT_STARTS_WITH_ANY: true,
  ENDS_WITH_ANY: true,
  NOT_ENDS_WITH_ANY: true,
  CONTAINS_ANY: true,
  NOT_CONTAINS_ANY: true,
  IN_CIDR: true,
  NOT_IN_CIDR: true,
  HAS_ALL: true,
  IN_IGNORING_CASE: true,
  NOT_IN_IGNORING_CASE: true,
  STARTS_WITH_ANY_IGNORING_CASE: true,
  NOT_STARTS_WITH_ANY_IGNORING_CASE: true,
  ENDS_WITH_ANY_IGNORING_CASE: true,
  NOT_ENDS_WITH_ANY_IGNORING_CASE: true,
  CONTAINS_ANY_IGNORING_CASE: true,
  NOT_CONTAINS_ANY_IGNORING_CASE: true,
  HAS_ALL_IGNORING_CASE: true,
};

const COMPARISONS = [
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
] as const;

const PRECEDENCE = ['BEFORE', 'AT_OR_BEFORE', 'SAME_AS', 'AT_OR_AFTER', 'AFTER'] as const;

/** Dates are "later", not "greater"; a list "has", and is not. */
export function choiceLabel(say: Say, type: PropertyType | undefined, choice: Choice): string {
  const comparison = COMPARISONS.find((known) => known === choice);
  if (type === 'DATE' && comparison !== undefined) return say(`expression.date.${comparison}`);
  const precedence = PRECEDENCE.find((known) => known === choice);
  if (precedence !== undefined) {
    return say(`expression.${type === 'SEMANTIC_VERSION' ? type : 'DATE'}.${precedence}`);
  }
  if (choice === 'HAS_ALL' || (type === 'LIST' && (choice === 'IN' || choice === 'NOT_IN'))) {
    return say(`expression.LIST.${choice}`);
  }
  // None of the words above: they were found.
  return say(`expression.${choice as Exclude<Choice, (typeof PRECEDENCE)[number] | 'HAS_ALL'>}`);
}

/** `country is one of BR, PT`. An unfinished condition has gaps. */
export function conditionInWords(say: Say, condition: NamedCondition): Words {
  const { property, type, expression, term } = condition;
  if (property === '') return [MISSING];
  const name = quoted('name', property);
  const choice = choiceOf(condition);
  if (!isChoice(say, choice)) return [...name, ` ${MISSING}`];
  const verb = choiceLabel(say, type, choice).toLowerCase();
  if (type === 'BOOLEAN' || IS_PRESENCE.test(expression)) return [...name, ` ${verb}`];
  const terms = Object.hasOwn(LISTS, expression) ? listInWords(say, term) : termInWords(term);
  const words = joinWords([[...name, ` ${verb}`], terms], ' ');
  const folded = IGNORES_CASE.test(expression)
    ? wordsWith({ words }, (holes) => say('condition.ignoringCase', holes))
    : words;
  return IS_OPPOSITE.test(expression)
    ? wordsWith({ words: folded }, (holes) => say('condition.orNotSet', holes))
    : folded;
}

const IS_PRESENCE = /^IS_(NOT_)?SET$/;
const IGNORES_CASE = /_IGNORING_CASE$/;
/** Holds for users without a value, too; NOT_EQUALS does not. Source: RUL-26. */
const IS_OPPOSITE = /^NOT_(?!EQUALS$)/;

/** All conditions of a target group, in one sentence. */
export function conditionsInWords(
  say: Say,
  policy: TargetGroupPolicy,
  conditions: readonly NamedCondition[],
): Words {
  const word = policy === 'AND' ? say('condition.and') : say('condition.or');
  return joinWords(
    conditions.map((condition) => conditionInWords(say, condition)),
    ` ${word} `,
  );
}

/** The text after `#`: the number of a rule, and its name if it has one. `1 Brazil beta`. */
export function numberedRule(number: number, name: string | undefined): string {
  return name ? `${number} ${isolated(name)}` : `${number}`;
}

/** `country is one of BR, PT and app.version is greater than 2.4.0: enabled`, in parts. */
export function ruleInWords(
  say: Say,
  parts: { readonly audience: Words; readonly value: Words },
): Words {
  return wordsWith(parts, (holes) => say('experiment.words.rule', holes));
}

/** The users that a rule is for, including its version filter. */
export function audienceInWords(say: Say, rule: NamedAudience): Words {
  const words = typeInWords(say, rule);
  if (rule.versionRule === undefined) return words;
  // Without brackets the filter would seem to belong to the last condition alone.
  const audience = rule.combinedRule?.policy === 'OR' ? ['(', ...words, ')'] : words;
  const version = conditionInWords(say, rule.versionRule);
  return wordsWith({ audience, version }, (holes) => say('experiment.words.both', holes));
}

/** The users that a rule is for, without its version filter. */
export function typeInWords(say: Say, rule: NamedAudience): Words {
  const { combinedRule } = rule;
  if (combinedRule === undefined) return partInWords(say, rule);
  const word = combinedRule.policy === 'OR' ? say('condition.or') : say('condition.and');
  return joinWords(
    combinedRule.conditions.map((part) => partInWords(say, part)),
    ` ${word} `,
  );
}

function partInWords(say: Say, part: NamedPart): Words {
  const { propertyRule, targetGroupRule, toggleDependencyRule } = part;
  if (propertyRule) return conditionInWords(say, propertyRule);
  if (targetGroupRule) {
    const { policy, targetGroups } = targetGroupRule;
    const groups = joinWords(
      targetGroups.map((group) => quoted('name', group)),
      ', ',
    );
    const word = isPolicy(say, policy) ? say(`experiment.policy.${policy}`) : MISSING;
    return wordsWith({ groups: groups.length > 0 ? groups : MISSING }, (holes) =>
      say('experiment.words.groups', { policy: word, ...holes }),
    );
  }
  if (toggleDependencyRule) {
    const { toggle, value } = toggleDependencyRule;
    const parts = {
      toggle: toggle === '' ? MISSING : quoted('name', toggle),
      value: value === '' ? MISSING : quoted('value', shownValue(value)),
    };
    return wordsWith(parts, (holes) => say('experiment.words.dependency', holes));
  }
  return [say('experiment.words.everyone')];
}

/** The value that a rule returns, told from those `among` which it is: `enabled`, or `enabled 70%, disabled 30% by organisation`. */
export function valueInWords(
  say: Say,
  valueSpec: NamedRule['valueSpec'],
  among?: readonly string[],
): Words {
  const { exactValue, split, by } = valueSpec;
  if (split === undefined)
    return exactValue ? quoted('value', shownValue(exactValue, among)) : [MISSING];
  const shares = sharesInWords(say, split, among ?? Object.keys(split));
  if (by === undefined) return shares;
  const property = by === '' ? MISSING : quoted('name', by);
  return wordsWith({ shares, property }, (holes) => say('experiment.split.inWords', holes));
}

function sharesInWords(
  say: Say,
  split: Readonly<Record<string, number>>,
  among: readonly string[],
): Words {
  const shares = Object.entries(split)
    .filter(([, percent]) => percent > 0)
    .map(([value, share]) => {
      const text = shownValue(value, among);
      const percent = say('toggle.outcome.percent', { share });
      return [{ as: 'value', text, share, plain: `${isolated(text)} ${percent}` }] as const;
    });
  return shares.length > 0 ? joinWords(shares, ', ') : [MISSING];
}

/** For a boolean, the choice includes the term. */
function choiceOf({ type, expression, term }: NamedCondition): string {
  if (type !== 'BOOLEAN' || IS_PRESENCE.test(expression)) {
    return expression.replace(IGNORES_CASE, '');
  }
  const wanted = term.trim().toLowerCase();
  const isSaid = /^(true|false)$/.test(wanted) && /^(NOT_)?EQUALS$/.test(expression);
  if (!isSaid) return '';
  return (wanted === 'true') === (expression === 'EQUALS') ? 'IS_TRUE' : 'IS_FALSE';
}

// Looks the choice up in the texts, because only types are imported from the engine.
function isChoice(say: Say, choice: string): choice is Choice {
  if (PRECEDENCE.some((known) => known === choice) || choice === 'HAS_ALL') return true;
  return choice !== '' && say.has(`expression.${choice as 'EQUALS'}`);
}

function isPolicy(say: Say, policy: string): policy is TargetGroupRulePolicy {
  return policy !== '' && say.has(`experiment.policy.${policy as TargetGroupRulePolicy}`);
}

function listInWords(say: Say, term: string): Words {
  const all = term.split(',').map((item) => item.trim());
  const items = joinWords(all.slice(0, ITEMS_SHOWN).map(termInWords), ', ');
  const count = all.length - ITEMS_SHOWN;
  if (count <= 0) return items;
  return wordsWith({ items }, (holes) => say('condition.itemsAndMore', { ...holes, count }));
}

/** Between quotation marks only if a reader could not see otherwise where it ends. */
function termInWords(text: string): Words {
  if (text.trim() === '') return [MISSING];
  const shown = shortened(text);
  return quoted('term', /\s/.test(shown) ? `“${shown}”` : shown);
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * (TERM_SHOWN_CHARS + 1))];
  if (characters.length <= TERM_SHOWN_CHARS) return text;
  return `${characters.slice(0, TERM_SHOWN_CHARS).join('')}…`;
}
