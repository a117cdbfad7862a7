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

/** Several properties of one type are often made one after the other. */
export function nextProperty({ type }: PropertyDraft): PropertyDraft {
  return { ...NEW_PROPERTY, type };
}
