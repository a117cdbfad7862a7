import type { Say } from '@comporta/messages/speak';
import type { FieldChange } from './field-changes.ts';
import { sayValue } from './values.ts';
import { sayField, sayItem } from './vocabulary.ts';

/** Says one change; a list that came or went as a whole takes a sentence for each of its items. */
export function sayChange(say: Say, change: FieldChange): string[] {
  const { field, index, isMove, before, after } = change;
  const value = (of: unknown) => sayValue(say, field, of);
  if (isMove) {
    const label = sayItem(say, field, Number(before));
    return [say('audit.item.moved', { field: label, before: `${before}`, after: `${after}` })];
  }
  if (index === undefined) {
    const whole = after ?? before;
    if (Array.isArray(whole)) {
      return whole.map((item, position) =>
        say('audit.item.is', { field: sayItem(say, field, position + 1), value: value(item) }),
      );
    }
  }
  const label = index === undefined ? sayField(say, field) : sayItem(say, field, index + 1);
  if (before === undefined) {
    const key = index === undefined ? 'audit.item.is' : 'audit.item.added';
    return [say(key, { field: label, value: value(after) })];
  }
  if (after === undefined)
    return [say('audit.item.removed', { field: label, value: value(before) })];
  return [say('audit.item.changed', { field: label, before: value(before), after: value(after) })];
}
