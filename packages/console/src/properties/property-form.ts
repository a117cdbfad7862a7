import { pickFields } from '@comporta/contract/fields';
import {
  PROPERTY,
  type Property,
  type PropertyDraft,
} from '@comporta/contract/properties/property';

export function propertyDraft(property: Property): PropertyDraft {
  return pickFields(PROPERTY, property);
}
