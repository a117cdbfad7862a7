import type { DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { checkToggle, NEW_TOGGLE, TOGGLE_MIN_VALUES } from '@comporta/contract/toggles/toggle';
import type { ValueType } from '@comporta/engine/vocabulary';
import { requireStorable } from './require-storable.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

interface Flag {
  readonly name: string;
  /** What programs get, as JSON. */
  readonly values: readonly unknown[];
  /** The text of one of them. */
  readonly defaultValue: string;
  readonly availableToClients: boolean;
  /** What the file calls its values. */
  readonly place: string;
}

const VALUE_TYPES = new Map<string, ValueType>([
  ['boolean', 'BOOLEAN'],
  ['string', 'STRING'],
  ['number', 'NUMBER'],
  ['object', 'JSON'],
]);
const MAX_DEPTH = 32;

/** Throws UnsupportedFeature for a flag that no toggle can stand for; then the program gets its own fallback. */
export function toggleOfValues(flag: Flag): DocumentToggle {
  const { name, defaultValue, availableToClients, place } = flag;
  const types = new Set(flag.values.map((value) => typeof value));
  const [type = ''] = types;
  const valueType = VALUE_TYPES.get(type);
  if (types.size !== 1 || valueType === undefined) {
    throw new UnsupportedFeature(
      `${place}: all of them have to be texts, numbers, objects, or true and false`,
    );
  }
  const texts = [...new Set(flag.values.map((value) => textOfValue(value, place)))];
  const values = valueType === 'BOOLEAN' ? ['enabled', 'disabled'] : texts;
  if (values.length < TOGGLE_MIN_VALUES) {
    throw new UnsupportedFeature(`${place}: a toggle has at least ${TOGGLE_MIN_VALUES} values`);
  }
  for (const value of values) requireStorable(value, `${place}: a value`);
  const toggle = {
    ...NEW_TOGGLE,
    name,
    description: '',
    values,
    defaultValue,
    valueType,
    availableToClients,
  } satisfies DocumentToggle;
  if (!checkToggle(toggle).ok || values.some((value) => value !== value.trim())) {
    throw new UnsupportedFeature(
      `${place}: a value is empty, too long, has outer blanks, or is a list`,
    );
  }
  return toggle;
}

/** The text that a toggle has for the value. Throws UnsupportedFeature. */
export function textOfValue(value: unknown, place: string): string {
  if (typeof value === 'boolean') return value ? 'enabled' : 'disabled';
  if (typeof value === 'string') return value;
  if (depthOf(value) > MAX_DEPTH)
    throw new UnsupportedFeature(`${place}: a value is nested too deeply`);
  return JSON.stringify(value);
}

/** At most one more than the depth that is allowed. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Math.max(depth, ...Object.values(value).map((member) => depthOf(member, depth + 1)));
}
