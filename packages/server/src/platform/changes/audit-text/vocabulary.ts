import type { speak } from '@comporta/messages/speak';

/** Speaks one language. */
export type Say = ReturnType<typeof speak>;

const FIELDS = [
  'active',
  'admin',
  'applications',
  'conditions',
  'defaultValue',
  'description',
  'email',
  'environments',
  'key',
  'language',
  'name',
  'notificationLanguage',
  'notificationWebhook',
  'policy',
  'rules',
  'status',
  'toggle',
  'type',
  'valueType',
  'values',
] as const;

/** What a field of an entity is called; one that has no name in the product keeps its own. */
export function sayField(say: Say, field: string): string {
  const known = FIELDS.find((name) => name === field);
  return known === undefined ? field : say(`audit.field.${known}`);
}

/** What an item of a list is called; rules and conditions have a number, from 1. */
export function sayItem(say: Say, field: string, number: number): string {
  if (field === 'rules') return say('experiment.rule.label', { n: number });
  if (field === 'conditions') return say('audit.condition', { n: number });
  return sayField(say, field);
}
