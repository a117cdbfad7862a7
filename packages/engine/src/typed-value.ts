import { parseNumber } from './operators/numeric.ts';
import type { ValueType } from './vocabulary.ts';

/** What the value of a JSON toggle is after parsing. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const BOOLEAN_PAIRS = [
  ['enabled', 'disabled'],
  ['true', 'false'],
];

/** The value type of a toggle whose creator did not choose one. */
export function inferValueType(values: readonly string[]): ValueType {
  return isBooleanPair(values) ? 'BOOLEAN' : 'STRING';
}

/** Whether typed clients can receive all these values as this type. */
export function fitsValueType(valueType: ValueType, values: readonly string[]): boolean {
  if (valueType === 'BOOLEAN') return isBooleanPair(values);
  return values.every((value) => typedValue(valueType, value) !== undefined);
}

function isBooleanPair(values: readonly string[]): boolean {
  return BOOLEAN_PAIRS.some(
    (pair) => values.length === pair.length && pair.every((value) => values.includes(value)),
  );
}

/**
 * A toggle's value as typed clients receive it; undefined when it does not fit the type. JSON is limited to what OFREP
 * can carry: null and lists are not values there, and a number too large to be read would become null.
 */
export function typedValue(
  valueType: ValueType,
  value: string,
): NonNullable<JsonValue> | undefined {
  switch (valueType) {
    case 'STRING':
      return value;
    case 'BOOLEAN':
      return parseSwitch(value);
    case 'NUMBER':
      return parseNumber(value);
    case 'JSON':
      return parseJson(value);
  }
}

function parseSwitch(value: string): boolean | undefined {
  if (value === 'enabled' || value === 'true') return true;
  return value === 'disabled' || value === 'false' ? false : undefined;
}

function parseJson(value: string): NonNullable<JsonValue> | undefined {
  try {
    const parsed: JsonValue = JSON.parse(value);
    const isCarried = Number.isFinite(parsed) || typeof parsed !== 'number';
    return parsed === null || Array.isArray(parsed) || !isCarried ? undefined : parsed;
  } catch {
    return undefined;
  }
}
