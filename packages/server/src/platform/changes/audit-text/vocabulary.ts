import { audit } from '@comporta/messages/audit';
import { numberedRule } from '@comporta/messages/rule-in-words';
import type { Say } from '@comporta/messages/speak';
import type { Text } from '@comporta/messages/text';
import type { RecordedField } from '../records.ts';

/** A field that an entry may have and that no text names does not compile. */
const FIELDS: Readonly<Record<RecordedField, Text>> = audit.field;

/** What a field of an entity is called; one of an old entry that has no name any more keeps its own. */
export function sayField(say: Say, field: string): string {
  return isNamed(field) ? say(`audit.field.${field}`) : field;
}

function isNamed(field: string): field is keyof typeof audit.field {
  return Object.hasOwn(FIELDS, field);
}

/** What an item of a list is called; rules and conditions have a number, from 1, and rules perhaps a name. */
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

/** What people call a recorded rule. */
export function nameOfRule(rule: unknown): string | undefined {
  if (typeof rule !== 'object' || rule === null || !('name' in rule)) return undefined;
  return typeof rule.name === 'string' ? rule.name : undefined;
}
