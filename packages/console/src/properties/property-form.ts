import { pickFields } from '@comporta/contract/fields';
import {
  NEW_PROPERTY,
  PROPERTY,
  type Property,
  type PropertyDraft,
} from '@comporta/contract/properties/property';

export function propertyDraft(property: Property): PropertyDraft {
  return pickFields(PROPERTY, property);
}

/** Starts the next property with the same type, because several of one type are often created in a row. */
export function nextProperty({ type }: PropertyDraft): PropertyDraft {
  return { ...NEW_PROPERTY, type };
}
