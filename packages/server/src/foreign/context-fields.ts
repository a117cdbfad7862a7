import type { DocumentProperty } from '@comporta/contract/nouns/document-lists';
import { checkProperty } from '@comporta/contract/properties/property';
import type { PropertyType } from '@comporta/engine/vocabulary';
import { UnsupportedFeature } from './unsupported-feature.ts';

export interface ContextFields {
  /** Notes that a condition reads the field as this type. Throws UnsupportedFeature if it has another type. */
  use(field: string, type: PropertyType): void;
  properties(): readonly DocumentProperty[];
}

/** There each condition has a type, here the property has one: the first condition decides. */
export function collectContextFields(): ContextFields {
  const types = new Map<string, PropertyType>();
  const spellings = new Map<string, string>();
  return {
    use(field, type) {
      const isKey =
        checkProperty({ key: field, type, description: '' }).ok && field === field.trim();
      if (!isKey) {
        throw new UnsupportedFeature(`the context field ${field} cannot be the key of a property`);
      }
      const spelling = spellings.get(field.toLowerCase()) ?? field;
      if (spelling !== field)
        throw new UnsupportedFeature(`${field} and ${spelling} would be the same property`);
      const known = types.get(field) ?? type;
      if (known !== type)
        throw new UnsupportedFeature(`${field} is ${known} elsewhere, and ${type} here`);
      spellings.set(field.toLowerCase(), field);
      types.set(field, type);
    },
    properties: () => [...types].map(([key, type]) => ({ key, type, description: '' })),
  };
}
