import { audit } from '@comporta/messages/audit';
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

/** What an item of a list is called; rules and conditions have a number, from 1. */
export function sayItem(say: Say, field: string, number: number): string {
  if (field === 'rules') return say('experiment.rule.label', { n: number });
  if (field === 'conditions') return say('audit.condition', { n: number });
  return sayField(say, field);
}
