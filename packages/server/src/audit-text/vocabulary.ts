import type { RecordedField } from '@comporta/contract/nouns/records';
import { audit } from '@comporta/messages/audit';
import { numberedRule } from '@comporta/messages/rule-in-words';
import type { Say } from '@comporta/messages/speak';
import type { Text } from '@comporta/messages/text';

/** The type makes sure that every field that an entry may have has a name in the messages. */
const FIELDS: Readonly<Record<RecordedField, Text>> = audit.field;

/** The name of a field in the reader's language. A field of an old entry that no longer has one keeps its key. */
export function sayField(say: Say, field: string): string {
  return isNamed(field) ? say(`audit.field.${field}`) : field;
}

function isNamed(field: string): field is keyof typeof audit.field {
  return Object.hasOwn(FIELDS, field);
}

/** The label of a list item. Rules and conditions have a number, from 1; rules may also have a name. */
export function sayItem(
  say: Say,
  field: string,
  { number, item }: { readonly number: number; readonly item?: unknown },
): string {
  if (field === 'rules') {
    return say('experiment.rule.label', { n: numberedRule(number, nameOfRule(item)) });
  }
  if (field === 'conditions') return say('audit.condition', { n: number });
  return sayField(say, field);
}

/** The name that users gave a recorded rule; undefined when it has none. */
export function nameOfRule(rule: unknown): string | undefined {
  if (typeof rule !== 'object' || rule === null || !('name' in rule)) return undefined;
  return typeof rule.name === 'string' ? rule.name : undefined;
}
