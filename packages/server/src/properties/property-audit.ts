import type { PropertyValue } from '@comporta/contract/properties/property';

/** What the audit log keeps of a property. */
export function auditOf({ key, type, description }: PropertyValue): PropertyValue {
  return { key, type, description };
}
