import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import type { Said } from '@comporta/contract/fields';
import { type Cap, capSchema } from '@comporta/contract/metrics/cap';
import { SAID_WORDS, type WordMessage } from '@comporta/contract/nouns/said-words';
import type { Words } from '@comporta/contract/words';
import {
  audienceInWords,
  conditionInWords,
  ruleInWords,
  valueInWords,
} from '@comporta/messages/rule-in-words';
import type { Say } from '@comporta/messages/speak';
import { wordsWith } from '@comporta/messages/words';
import { recordedConditionSchema, recordedRuleSchema } from './audit-shapes.ts';

/** Texts show the beginning of a long value; the `changes` of the entry contain all of it. */
const SHOWN_CHARS = 200;

/** The fields whose values users get. */
const OF_USERS: ReadonlySet<string> = new Set(['values', 'defaultValue', 'control']);

/** A field of a kind of entity, as an entry has it; either may be one that only another release knows. */
export interface EntryField {
  readonly type: string;
  readonly field: string;
}

/** A value of this field, or an item of this list, in words. */
export function sayValue(say: Say, { type, field }: EntryField, value: unknown): Words {
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
    if (cap.success) return [sayCap(say, cap.data)];
  }
  if (typeof value === 'boolean') return [say(value ? 'common.yes' : 'common.no')];
  if (typeof value !== 'string') return [shorten(JSON.stringify(value))];
  const word = sayWord(say, { type, field }, value);
  if (word !== undefined) return [word];
  return OF_USERS.has(field) ? quoteValue(say, value) : quote(say, value);
}

/** The words for a value of a closed set, or for a time; undefined for other fields and unknown values. */
function sayWord(say: Say, { type, field }: EntryField, value: string): string | undefined {
  if (TIMES.has(field)) return sayTime(value);
  const said = WORDS.get(type)?.get(field);
  if (!said?.words.includes(value)) return undefined;
  const message = `${said.as}.${value}` as WordMessage; // A word of the list, and how it is said.
  return say(message);
}

const WORDS: ReadonlyMap<string, ReadonlyMap<string, Said>> = new Map(
  Object.entries(SAID_WORDS).map(([type, fields]) => [type, new Map(Object.entries(fields))]),
);

const TIMES: ReadonlySet<string> = new Set(['previousEndsAt', 'startAt', 'from', 'to']);

export function sayTime(value: string): string | undefined {
  if (Number.isNaN(Date.parse(value))) return undefined;
  return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function sayCap(say: Say, cap: Cap): string {
  const type = say(`metric.edit.cap.${cap.type}`);
  return cap.type === 'NONE' ? type : say('audit.item.is', { field: type, value: `${cap.value}` });
}

function sayRule(say: Say, rule: NamedRule): Words {
  return ruleInWords(say, {
    audience: audienceInWords(say, rule),
    value: valueInWords(say, rule.valueSpec),
  });
}

export function quote(say: Say, text: string): Words {
  const name = { as: 'name', text: shorten(text) } as const;
  return wordsWith({ text: [name] }, (holes) => say('audit.quote', holes));
}

/** A value that users get: between quotation marks in a plain text. */
function quoteValue(say: Say, value: string): Words {
  const text = shorten(value);
  return [{ as: 'value', text, plain: say('audit.quote', { text }) }];
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * (SHOWN_CHARS + 1))];
  return characters.length > SHOWN_CHARS ? `${characters.slice(0, SHOWN_CHARS).join('')}…` : text;
}
