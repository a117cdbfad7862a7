import type { Toggle } from '@comporta/contract/toggles/toggle';
import { typedValue } from '@comporta/engine/typed-value';
import type { Connection } from './connection-snippets.ts';

/** A toggle for examples: one of the application's toggles of type BOOLEAN or STRING. */
export function exampleToggle(
  toggles: readonly Toggle[],
): Pick<Connection, 'toggle' | 'defaultValue'> {
  const toggle = toggles.find(({ valueType }) => valueType === 'BOOLEAN' || valueType === 'STRING');
  if (toggle === undefined) return { toggle: 'new-checkout', defaultValue: false };
  const { name, valueType, defaultValue } = toggle;
  return {
    toggle: name,
    defaultValue:
      valueType === 'BOOLEAN' ? typedValue(valueType, defaultValue) === true : defaultValue,
  };
}
