import type { ToggleValue } from '@comporta/contract/toggles/toggle';

/** What the audit log keeps of a toggle. */
export function auditOf(toggle: ToggleValue): ToggleValue {
  const { name, description, values, defaultValue, valueType } = toggle;
  return { name, description, values, defaultValue, valueType };
}
