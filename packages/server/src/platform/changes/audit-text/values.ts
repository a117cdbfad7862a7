import { ANALYSIS_STATES } from '@comporta/contract/analyses/analysis';
import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { type Cap, capSchema } from '@comporta/contract/metrics/cap';
import { METRIC_DIRECTIONS, METRIC_KINDS } from '@comporta/contract/metrics/metric';
import {
  EXPERIMENT_STATUSES,
  PROPERTY_TYPES,
  TARGET_GROUP_POLICIES,
  VALUE_TYPES,
} from '@comporta/engine/vocabulary';
import { LANGUAGES } from '@comporta/messages/languages';
import {
  audienceInWords,
  conditionInWords,
  ruleInWords,
  valueInWords,
} from '@comporta/messages/rule-in-words';
import type { Say } from '@comporta/messages/speak';
import { recordedConditionSchema, recordedRuleSchema } from '../audit-shapes.ts';

/** Texts show the beginning of a long value; the `changes` of the entry contain all of it. */
const SHOWN_CHARS = 200;

/** The reasons for which the service itself stops an analysis. */
const SAID_REASONS = ['EXPERIMENT_DELETED', 'ENVIRONMENT_DELETED', 'RULE_GONE'] as const;

/** A value of this field, or an item of this list, in words. */
export function sayValue(say: Say, field: string, value: unknown): string {
  if (field === 'rules') {
    const rule = recordedRuleSchema.safeParse(value);
    if (rule.success) return sayRule(say, rule.data);
  }
  if (field === 'conditions') {
    const condition = recordedConditionSchema.safeParse(value);
    if (condition.success) return conditionInWords(say, condition.data);
  }
  if (field === 'cap') {
    const cap = capSchema.safeParse(value);
    if (cap.success) return sayCap(say, cap.data);
  }
  if (typeof value === 'boolean') return say(value ? 'common.yes' : 'common.no');
  if (typeof value === 'string') return sayWord(say, field, value) ?? quote(say, value);
  return shorten(JSON.stringify(value));
}

/** The words for a value of a closed set; undefined for other fields and unknown values. */
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
    case 'kind': {
      const kind = METRIC_KINDS.find((known) => known === value);
      return kind && say(`metric.kind.${kind}`);
    }
    case 'state': {
      const state = ANALYSIS_STATES.find((known) => known === value);
      return state && say(`analysis.state.${state}`);
    }
    case 'reason': {
      const reason = SAID_REASONS.find((known) => known === value);
      return reason && say(`analysis.stoppedBecause.${reason}`);
    }
    case 'better': {
      const direction = METRIC_DIRECTIONS.find((known) => known === value);
      return direction && say(`metric.edit.better.${direction}`);
    }
    case 'language':
    case 'notificationLanguage': {
      const language = LANGUAGES.find((known) => known === value);
      return language && say(`language.${language}`);
    }
    case 'previousEndsAt':
      return Number.isNaN(Date.parse(value))
        ? undefined
        : `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    default:
      return undefined;
  }
}

function sayCap(say: Say, cap: Cap): string {
  const type = say(`metric.edit.cap.${cap.type}`);
  return cap.type === 'NONE' ? type : say('audit.item.is', { field: type, value: `${cap.value}` });
}

function sayRule(say: Say, rule: NamedRule): string {
  return ruleInWords(say, {
    audience: audienceInWords(say, rule),
    value: valueInWords(say, rule.valueSpec),
  });
}

export function quote(say: Say, text: string): string {
  return say('audit.quote', { text: shorten(text) });
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * (SHOWN_CHARS + 1))];
  return characters.length > SHOWN_CHARS ? `${characters.slice(0, SHOWN_CHARS).join('')}…` : text;
}
