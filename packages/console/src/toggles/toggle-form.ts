import { pickFields } from '@comporta/contract/fields';
import {
  NEW_TOGGLE,
  TOGGLE,
  type Toggle,
  type ToggleDraft,
} from '@comporta/contract/toggles/toggle';
import { inferValueType } from '@comporta/engine/typed-value';
import { VALUE_TYPES } from '@comporta/engine/vocabulary';
import type { Say } from '../base/say.ts';
import type { PartsOf } from '../ui/forms/difference.ts';

/** A value type that nobody asked for other than by the values is left to follow them. */
export function toggleDraft(toggle: Toggle): ToggleDraft {
  const value = pickFields(TOGGLE, toggle);
  const isInferred = value.valueType === inferValueType(value.values);
  return { ...value, valueType: isInferred ? '' : value.valueType };
}

/** The next toggle has the values, and with them the type, of the one before; what tells it from others is empty. */
export function nextToggle(draft: ToggleDraft): ToggleDraft {
  const { values, defaultValue, valueType, availableToClients } = draft;
  return { ...NEW_TOGGLE, values, defaultValue, valueType, availableToClients };
}

/** What can change, in words. The owner, whom a draft names by an id, is changed elsewhere. */
export function describeToggle(say: Say, draft: ToggleDraft): PartsOf<ToggleDraft> {
  const type =
    VALUE_TYPES.find((known) => known === draft.valueType) ?? inferValueType(draft.values);
  const { ownerId: _id, tags = [], ...shown } = draft;
  return {
    ...shown,
    tags,
    valueType: say(`toggle.valueType.type.${type}`),
    availableToClients: say(draft.availableToClients === false ? 'common.no' : 'common.yes'),
  };
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
