import {
  EXPERIMENT_STATUSES,
  PROPERTY_TYPES,
  TARGET_GROUP_POLICIES,
  VALUE_TYPES,
} from '@comporta/engine/vocabulary';
import { LANGUAGES } from '@comporta/messages/languages';
import {
  type RecordedCondition,
  type RecordedRule,
  recordedConditionSchema,
  recordedRuleSchema,
} from '../audit-shapes.ts';
import type { Say } from './vocabulary.ts';

/** A message shows the beginning of a long value; the entry's changes hold all of it. */
const SHOWN_CHARS = 200;

const DATE_COMPARISONS = [
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
] as const;

/** A value of this field, or an item of this list, in words. */
export function sayValue(say: Say, field: string, value: unknown): string {
  if (field === 'rules') {
    const rule = recordedRuleSchema.safeParse(value);
    if (rule.success) return sayRule(say, rule.data);
  }
  if (field === 'conditions') {
    const condition = recordedConditionSchema.safeParse(value);
    if (condition.success) return sayCondition(say, condition.data);
  }
  if (typeof value === 'boolean') return say(value ? 'common.yes' : 'common.no');
  if (typeof value === 'string') return sayWord(say, field, value) ?? quote(say, value);
  return shorten(JSON.stringify(value));
}

/** Values of closed sets have words of their own. */
function sayWord(say: Say, field: string, value: string): string | undefined {
  switch (field) {
    case 'status': {
      const status = EXPERIMENT_STATUSES.find((known) => known === value);
      return status && say(`experiment.status.${status}`);
    }
    case 'policy': {
      const policy = TARGET_GROUP_POLICIES.find((known) => known === value);
      return policy && say(`targetGroup.policy.${policy}`);
    }
    case 'type': {
      const type = PROPERTY_TYPES.find((known) => known === value);
      return type && say(`property.type.${type}`);
    }
    case 'valueType': {
      const type = VALUE_TYPES.find((known) => known === value);
      return type && say(`toggle.valueType.type.${type}`);
    }
    case 'language':
    case 'notificationLanguage': {
      const language = LANGUAGES.find((known) => known === value);
      return language && say(`language.${language}`);
    }
    default:
      return undefined;
  }
}

function sayCondition(say: Say, condition: RecordedCondition): string {
  const { property, expression, term } = condition;
  const verb = sayVerb(say, condition);
  if (condition.type === 'BOOLEAN') return `${property} ${verb.toLowerCase()}`;
  const shown = expression === 'IN' ? term.replaceAll(',', ', ') : term;
  return `${property} ${verb.charAt(0).toLowerCase()}${verb.slice(1)} ${shorten(shown)}`;
}

/** Dates are not greater but later, and truth needs no term. */
function sayVerb(say: Say, { type, expression, term }: RecordedCondition): string {
  if (type === 'BOOLEAN') {
    const isTrue = (expression === 'EQUALS') === (term === 'true');
    return say(isTrue ? 'expression.IS_TRUE' : 'expression.IS_FALSE');
  }
  const comparison = DATE_COMPARISONS.find((known) => known === expression);
  return type === 'DATE' && comparison !== undefined
    ? say(`expression.date.${comparison}`)
    : say(`expression.${expression}`);
}

function sayRule(say: Say, rule: RecordedRule): string {
  const parts = [sayTarget(say, rule), rule.versionRule && sayCondition(say, rule.versionRule)];
  const conditions = parts.filter((part) => part !== undefined);
  const value = sayRuleValue(say, rule.valueSpec);
  return conditions.length === 0
    ? say('audit.rule.everyone', { value })
    : say('audit.rule.if', { condition: conditions.join(` ${say('audit.rule.and')} `), value });
}

function sayTarget(say: Say, rule: RecordedRule): string | undefined {
  const { propertyRule, targetGroupRule, toggleDependencyRule } = rule;
  if (propertyRule) return sayCondition(say, propertyRule);
  if (targetGroupRule) {
    const { policy, targetGroups } = targetGroupRule;
    return say('audit.rule.groups', {
      policy: say(`experiment.policy.${policy}`),
      groups: targetGroups.map((group) => quote(say, group)).join(', '),
    });
  }
  return toggleDependencyRule && say('audit.rule.dependency', toggleDependencyRule);
}

function sayRuleValue(say: Say, { exactValue, split }: RecordedRule['valueSpec']): string {
  if (split === undefined) return quote(say, exactValue ?? '');
  return Object.entries(split)
    .map(([value, percent]) => say('experiment.split.valueText', { value, percent: `${percent}` }))
    .join(', ');
}

function quote(say: Say, text: string): string {
  return say('audit.quote', { text: shorten(text) });
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * (SHOWN_CHARS + 1))];
  return characters.length > SHOWN_CHARS ? `${characters.slice(0, SHOWN_CHARS).join('')}…` : text;
}
