import type { DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { checkToggle, NEW_TOGGLE, TOGGLE_MIN_VALUES } from '@comporta/contract/toggles/toggle';
import type { ValueType } from '@comporta/engine/vocabulary';
import { requireStorable } from '../foreign/require-storable.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { FlagdFlag } from './flagd-definitions.ts';

/** The toggle of a flag, and the texts of its values by variant. */
export interface FlagValues {
  readonly toggle: DocumentToggle;
  readonly byName: ReadonlyMap<string, string>;
}

const VALUE_TYPES = new Map<string, ValueType>([
  ['boolean', 'BOOLEAN'],
  ['string', 'STRING'],
  ['number', 'NUMBER'],
  ['object', 'JSON'],
]);
const MAX_DEPTH = 32;

/** Throws UnsupportedFeature for a flag that no toggle can stand for; then the program gets its own fallback. */
export function flagValues(name: string, flag: FlagdFlag): FlagValues {
  if (flag.state === 'DISABLED') {
    throw new UnsupportedFeature('it is DISABLED: programs get their own fallback, as from flagd');
  }
  const { variants, defaultVariant } = flag;
  const types = new Set(Object.values(variants).map((value) => typeof value));
  const [type = ''] = types;
  const valueType = VALUE_TYPES.get(type);
  const byName = new Map(
    Object.entries(variants).map(([variant, value]) => [variant, textOf(value)] as const),
  );
  if (types.size !== 1 || valueType === undefined) {
    throw new UnsupportedFeature(
      'variants: all of them have to be texts, numbers, objects, or true and false',
    );
  }
  const defaultValue = byName.get(defaultVariant ?? '');
  if (!defaultVariant || defaultValue === undefined) {
    throw new UnsupportedFeature('defaultVariant: without one, programs get their own fallback');
  }
  const texts = [...new Set(byName.values())];
  const values = valueType === 'BOOLEAN' ? ['enabled', 'disabled'] : texts;
  if (values.length < TOGGLE_MIN_VALUES) {
    throw new UnsupportedFeature(`variants: a toggle has at least ${TOGGLE_MIN_VALUES} values`);
  }
  for (const value of values) requireStorable(value, 'variants: a value');
  const toggle = {
    ...NEW_TOGGLE,
    name,
    description: '',
    values,
    defaultValue,
    valueType,
    availableToClients: true,
  } satisfies DocumentToggle;
  if (!checkToggle(toggle).ok || values.some((value) => value !== value.trim())) {
    throw new UnsupportedFeature(
      'variants: a value is empty, too long, has outer blanks, or is a list',
    );
  }
  return { toggle, byName };
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'enabled' : 'disabled';
  if (typeof value === 'string') return value;
  if (depthOf(value) > MAX_DEPTH)
    throw new UnsupportedFeature('variants: a value is nested too deeply');
  return JSON.stringify(value);
}

/** At most one more than the depth that is allowed. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Math.max(depth, ...Object.values(value).map((member) => depthOf(member, depth + 1)));
}
