import { pickFields } from '@comporta/contract/fields';
import {
  PROPERTY,
  type Property,
  type PropertyDraft,
} from '@comporta/contract/properties/property';
import type { Parts } from '../ui/forms/difference.ts';

export const NEW_PROPERTY: PropertyDraft = { key: '', type: '', description: '' };

export function propertyDraft(property: Property): PropertyDraft {
  return pickFields(PROPERTY, property);
}

/** What can change, in words. */
export function describeProperty({ key, description }: PropertyDraft): Parts {
  return { key, description };
}
