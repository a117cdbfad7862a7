import { isDeepStrictEqual } from 'node:util';
import { NOTES } from '@comporta/contract/nouns/records';
import type { Words } from '@comporta/contract/words';
import type { Say } from '@comporta/messages/speak';
import { wordsWith } from '@comporta/messages/words';
import { recordedIdsSchema } from './audit-shapes.ts';
import type { FieldChange } from './field-changes.ts';
import { sayStep } from './steps.ts';
import { quote, sayValue } from './values.ts';
import { nameOfRule, sayField, sayItem } from './vocabulary.ts';

/** Renders one change. A list that was added or removed as a whole takes one sentence per item. */
export function sayChange(say: Say, type: string, change: FieldChange): Words[] {
  const { field, index, isMove, before, after } = change;
  const note = NOTES.find((known) => known === field);
  if (note !== undefined) return after === true ? [[say(`audit.${note}`)]] : [];
  const value = (of: unknown) =>
    (field === 'steps' ? sayStep(say, of, sayChange) : undefined) ??
    (type === 'idList' && field === 'ids' ? sayIds(say, of) : undefined) ??
    sayValue(say, { type, field }, of);
  if (isMove) {
    const label = sayItem(say, field, { number: Number(before) });
    return [[say('audit.item.moved', { field: label, before: `${before}`, after: `${after}` })]];
  }
  if (index === undefined) {
    const whole = after ?? before;
    if (Array.isArray(whole)) {
      return whole.map((item, position) =>
        sayIs(say, sayItem(say, field, { number: position + 1, item }), value(item)),
      );
    }
  }
  const label =
    index === undefined
      ? sayField(say, field)
      : sayItem(say, field, { number: index + 1, item: after ?? before });
  if (before === undefined) {
    if (index === undefined) return [sayIs(say, label, value(after))];
    const parts = { field: label, value: value(after) };
    return [wordsWith(parts, (holes) => say('audit.item.added', holes))];
  }
  if (after === undefined) return [sayRemoved(say, label, value(before))];
  if (field === 'rules' && index !== undefined) {
    return sayRuleChange(say, { number: index + 1, label, before, after, value });
  }
  return [sayChanged(say, label, { before: value(before), after: value(after) })];
}

/** How many ids a list got and lost; undefined for what is no such record. */
function sayIds(say: Say, ids: unknown): Words | undefined {
  const read = recordedIdsSchema.safeParse(ids);
  return read.success ? [say('idList.changed', read.data)] : undefined;
}

function sayIs(say: Say, field: string, value: Words): Words {
  return wordsWith({ field, value }, (holes) => say('audit.item.is', holes));
}

function sayRemoved(say: Say, field: string, value: Words): Words {
  return wordsWith({ field, value }, (holes) => say('audit.item.removed', holes));
}

function sayChanged(
  say: Say,
  field: string,
  sides: { readonly before: Words; readonly after: Words },
): Words {
  return wordsWith({ field, ...sides }, (holes) => say('audit.item.changed', holes));
}

interface RuleChange {
  /** Counts from 1. */
  readonly number: number;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly value: (of: unknown) => Words;
}

/** A new name of a rule is one sentence; any other change of the rule is a second one. */
function sayRuleChange(say: Say, { number, label, before, after, value }: RuleChange): Words[] {
  const sentences: Words[] = [];
  const was = nameOfRule(before);
  const is = nameOfRule(after);
  if (was !== is) {
    const field = say('audit.ruleName', { n: number });
    const [old, current] = [was, is].map((name) => (name ? quote(say, name) : undefined));
    if (old && current) sentences.push(sayChanged(say, field, { before: old, after: current }));
    else if (current) sentences.push(sayIs(say, field, current));
    else if (old) sentences.push(sayRemoved(say, field, old));
  }
  const nameless = [before, after].map((rule) => ({ ...Object(rule), name: undefined }));
  if (!isDeepStrictEqual(nameless[0], nameless[1])) {
    sentences.push(sayChanged(say, label, { before: value(before), after: value(after) }));
  }
  return sentences;
}
