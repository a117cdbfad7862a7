import { isDeepStrictEqual } from 'node:util';
import { NOTES } from '@comporta/contract/nouns/records';
import type { Say } from '@comporta/messages/speak';
import type { FieldChange } from './field-changes.ts';
import { quote, sayValue } from './values.ts';
import { nameOfRule, sayField, sayItem } from './vocabulary.ts';

/** Renders one change. A list that was added or removed as a whole takes one sentence per item. */
export function sayChange(say: Say, type: string, change: FieldChange): string[] {
  const { field, index, isMove, before, after } = change;
  const note = NOTES.find((known) => known === field);
  if (note !== undefined) return after === true ? [say(`audit.${note}`)] : [];
  const value = (of: unknown) => sayValue(say, { type, field }, of);
  if (isMove) {
    const label = sayItem(say, field, { number: Number(before) });
    return [say('audit.item.moved', { field: label, before: `${before}`, after: `${after}` })];
  }
  if (index === undefined) {
    const whole = after ?? before;
    if (Array.isArray(whole)) {
      return whole.map((item, position) =>
        say('audit.item.is', {
          field: sayItem(say, field, { number: position + 1, item }),
          value: value(item),
        }),
      );
    }
  }
  const label =
    index === undefined
      ? sayField(say, field)
      : sayItem(say, field, { number: index + 1, item: after ?? before });
  if (before === undefined) {
    const key = index === undefined ? 'audit.item.is' : 'audit.item.added';
    return [say(key, { field: label, value: value(after) })];
  }
  if (after === undefined)
    return [say('audit.item.removed', { field: label, value: value(before) })];
  if (field === 'rules' && index !== undefined) {
    return sayRuleChange(say, { number: index + 1, label, before, after, value });
  }
  return [say('audit.item.changed', { field: label, before: value(before), after: value(after) })];
}

interface RuleChange {
  /** Counts from 1. */
  readonly number: number;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly value: (of: unknown) => string;
}

/** A new name of a rule is one sentence; any other change of the rule is a second one. */
function sayRuleChange(say: Say, { number, label, before, after, value }: RuleChange): string[] {
  const sentences: string[] = [];
  const was = nameOfRule(before);
  const is = nameOfRule(after);
  if (was !== is) {
    const field = say('audit.ruleName', { n: number });
    const [old, current] = [was, is].map((name) => name && quote(say, name));
    if (old && current)
      sentences.push(say('audit.item.changed', { field, before: old, after: current }));
    else if (current) sentences.push(say('audit.item.is', { field, value: current }));
    else if (old) sentences.push(say('audit.item.removed', { field, value: old }));
  }
  const nameless = [before, after].map((rule) => ({ ...Object(rule), name: undefined }));
  if (!isDeepStrictEqual(nameless[0], nameless[1])) {
    sentences.push(
      say('audit.item.changed', { field: label, before: value(before), after: value(after) }),
    );
  }
  return sentences;
}
