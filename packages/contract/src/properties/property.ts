import { PROPERTY_TYPES, UID } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { KEY_CODES, problemsOfKey } from '../check-key.ts';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import { emptyDraft, fieldsOf, optionalText, text, type ValueOf, word } from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, id, version } from '../shapes.ts';

export const PROPERTY = fieldsOf({
  key: text,
  type: word(PROPERTY_TYPES, 'property.type'),
  description: optionalText({ maxChars: 1000, tooLong: 'LIMIT_EXCEEDED', holds: 'lines' }),
});

export const propertySchema = documented(
  z.object({ id, appId: id, ...PROPERTY.stored, version, lastChanged: lastChangedSchema }),
  {
    id: 'Property',
    description: 'A typed attribute that requests send about a user.',
  },
);
export type Property = z.infer<typeof propertySchema>;

export const propertyDraftSchema = z.object(PROPERTY.draft);
export type PropertyDraft = z.infer<typeof propertyDraftSchema>;

/** The draft that a form for a new property starts with. */
export const NEW_PROPERTY: PropertyDraft = emptyDraft(PROPERTY);

export type PropertyValue = ValueOf<typeof PROPERTY>;

export const PROPERTY_CODES = [
  ...KEY_CODES,
  'UID_FORBIDDEN',
  'EMPTY_TYPE',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
export type PropertyCode = (typeof PROPERTY_CODES)[number];

/** Checks and normalises a property. Source: PRE-01 to PRE-04. */
export function checkProperty(draft: PropertyDraft): Checked<PropertyValue, PropertyCode> {
  const key = draft.key.trim();
  const type = PROPERTY_TYPES.find((known) => known === draft.type.trim());
  const { texts, problems: problemsOfTexts } = checkTexts(PROPERTY, draft);
  const problems: Problem<PropertyCode>[] = [...problemsOfKey(key)];
  if (key.toLowerCase() === UID) problems.push({ code: 'UID_FORBIDDEN', at: ['key'] });
  if (type === undefined) problems.push({ code: 'EMPTY_TYPE', at: ['type'] });
  problems.push(...problemsOfTexts);
  return checked({ key, type: type ?? 'STRING', ...texts }, problems);
}
