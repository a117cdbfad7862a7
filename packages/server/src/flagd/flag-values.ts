import type { DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { textOfValue, toggleOfValues } from '../foreign/toggle-of-values.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { FlagdFlag } from './flagd-definitions.ts';

/** The toggle of a flag, and the texts of its values by variant. */
export interface FlagValues {
  readonly toggle: DocumentToggle;
  readonly byName: ReadonlyMap<string, string>;
}

/** Throws UnsupportedFeature for a flag that no toggle can stand for; then the program gets its own fallback. */
export function flagValues(name: string, flag: FlagdFlag): FlagValues {
  if (flag.state === 'DISABLED') {
    throw new UnsupportedFeature('it is DISABLED: programs get their own fallback, as from flagd');
  }
  const { variants, defaultVariant } = flag;
  const place = 'variants';
  const byName = new Map(
    Object.entries(variants).map(([variant, value]) => [variant, textOfValue(value, place)]),
  );
  const defaultValue = byName.get(defaultVariant ?? '');
  if (!defaultVariant || defaultValue === undefined) {
    throw new UnsupportedFeature('defaultVariant: without one, programs get their own fallback');
  }
  const values = Object.values(variants);
  const toggle = toggleOfValues({ name, values, defaultValue, availableToClients: true, place });
  return { toggle, byName };
}
