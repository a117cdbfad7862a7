import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import { pickFields } from '@comporta/contract/fields';
import type { Problem } from '@comporta/contract/problem';
import {
  PROPERTY,
  type Property,
  type PropertyDraft,
} from '@comporta/contract/properties/property';
import { createProperty, updateProperty } from '@comporta/contract/properties/property-api';
import { ApiError, refusalOf } from '../api/api-error.ts';
import type { Parts } from '../ui/forms/difference.ts';

export type SaveCode = ErrorCodeOf<typeof createProperty | typeof updateProperty>;

export const NEW_PROPERTY: PropertyDraft = { key: '', type: '', description: '' };

export function draftOf(property: Property): PropertyDraft {
  return pickFields(PROPERTY, property);
}

/** What can change, in words. */
export function describeProperty({ key, description }: PropertyDraft): Parts {
  return { key, description };
}

/** The field that a code of the server is about. */
const FIELD_OF: Partial<Record<SaveCode, keyof PropertyDraft>> = {
  EMPTY_KEY: 'key',
  INVALID_KEY: 'key',
  UID_FORBIDDEN: 'key',
  DUPLICATE_KEY: 'key',
  EMPTY_TYPE: 'type',
  TYPE_LOCKED: 'type',
};

/** What a refused save says, and beside which field; undefined for what any call may answer. */
export function refusalOfSave(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createProperty, error) ?? refusalOf(updateProperty, error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const { meta } = error;
  const field = code === 'LIMIT_EXCEEDED' ? String(meta.field ?? '') : FIELD_OF[code];
  return { code, at: field ? [field] : [], meta };
}
