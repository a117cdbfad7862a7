import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import { pickFields } from '@comporta/contract/fields';
import type { Problem } from '@comporta/contract/problem';
import { TOGGLE, type Toggle, type ToggleDraft } from '@comporta/contract/toggles/toggle';
import { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { inferValueType } from '@comporta/engine/typed-value';
import { VALUE_TYPES } from '@comporta/engine/vocabulary';
import { ApiError, refusalOf } from '../api/api-error.ts';
import type { Say } from '../base/say.ts';
import type { Parts } from '../ui/forms/difference.ts';

export type SaveCode = ErrorCodeOf<typeof createToggle | typeof updateToggle>;

/** A value type that nobody asked for other than by the values is left to follow them. */
export function draftOf(toggle: Toggle): ToggleDraft {
  const value = pickFields(TOGGLE, toggle);
  const isInferred = value.valueType === inferValueType(value.values);
  return { ...value, valueType: isInferred ? '' : value.valueType };
}

/** What can change, in words. */
export function describeToggle(say: Say, draft: ToggleDraft): Parts {
  const { description, values, defaultValue } = draft;
  const type = VALUE_TYPES.find((known) => known === draft.valueType) ?? inferValueType(values);
  return { description, values, defaultValue, valueType: say(`toggle.valueType.type.${type}`) };
}

/** What entering a value comes to: one that is there already is no mistake, and no second value. */
export function addValue(
  values: readonly string[],
  typed: string,
): { readonly outcome: 'BLANK' | 'ALREADY_THERE' | 'ADDED'; readonly values: readonly string[] } {
  const value = typed.trim();
  if (value === '') return { outcome: 'BLANK', values };
  if (values.includes(value)) return { outcome: 'ALREADY_THERE', values };
  return { outcome: 'ADDED', values: [...values, value] };
}

/** A default that goes leaves none behind: which of the others takes its place is a decision. */
export function removeValue(
  { values, defaultValue }: Pick<ToggleDraft, 'values' | 'defaultValue'>,
  value: string,
): Pick<ToggleDraft, 'values' | 'defaultValue'> {
  return {
    values: values.filter((other) => other !== value),
    defaultValue: defaultValue === value ? '' : defaultValue,
  };
}

/** The field that a code of the server is about. */
const FIELD_OF: Partial<Record<SaveCode, keyof ToggleDraft>> = {
  EMPTY_NAME: 'name',
  INVALID_NAME: 'name',
  NAME_TOO_LONG: 'name',
  NAME_LOCKED: 'name',
  DUPLICATE_NAME: 'name',
  AT_LEAST_TWO_VALUES: 'values',
  EMPTY_VALUE: 'values',
  VALUE_TOO_LONG: 'values',
  LIMIT_EXCEEDED: 'values',
  VALUE_IN_USE: 'values',
  DEFAULT_VALUE_REQUIRED: 'defaultValue',
  INVALID_VALUE_TYPE: 'valueType',
  DESCRIPTION_TOO_LONG: 'description',
};

/** What a refused save says, and beside which field; undefined for what any call may answer. */
export function refusalOfSave(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createToggle, error) ?? refusalOf(updateToggle, error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const field = FIELD_OF[code];
  return { code, at: field === undefined ? [] : [field], meta: error.meta };
}
