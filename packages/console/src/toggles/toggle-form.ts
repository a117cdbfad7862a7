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

/**
 * Returns the draft of a saved toggle. A value type that equals the inferred one stays empty, so that it
 * follows the values.
 */
export function toggleDraft(toggle: Toggle): ToggleDraft {
  const value = pickFields(TOGGLE, toggle);
  const isInferred = value.valueType === inferValueType(value.values);
  return { ...value, valueType: isInferred ? '' : value.valueType };
}

/** The text in "Add a value", which is an unsaved change like any other: a save enters it as a value. */
export interface ValueEntry {
  readonly entry: string;
}

export const NEW_TOGGLE_FORM: ToggleDraft & ValueEntry = { ...NEW_TOGGLE, entry: '' };

/** Returns the draft with its entry among the values. */
export function withEntry<Draft extends Pick<ToggleDraft, 'values'> & ValueEntry>({
  entry,
  ...draft
}: Draft): Omit<Draft, 'entry'> {
  return { ...draft, values: addValue(draft.values, entry).values };
}

/** Starts the next toggle with the same values and type; its name and description are empty. */
export function nextToggle(draft: ToggleDraft & ValueEntry): ToggleDraft & ValueEntry {
  const { values, defaultValue, valueType, availableToClients } = withEntry(draft);
  return { ...NEW_TOGGLE_FORM, values, defaultValue, valueType, availableToClients };
}

/**
 * Describes in words the parts that can change. The owner is left out: a draft has only the id, and it is
 * changed elsewhere.
 */
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

/** Adds a value. A value that is already there is not an error, and is not added twice. */
export function addValue(
  values: readonly string[],
  typed: string,
): { readonly outcome: 'BLANK' | 'ALREADY_THERE' | 'ADDED'; readonly values: readonly string[] } {
  const value = typed.trim();
  if (value === '') return { outcome: 'BLANK', values };
  if (values.includes(value)) return { outcome: 'ALREADY_THERE', values };
  return { outcome: 'ADDED', values: [...values, value] };
}

/** Removes a value. Without its default a draft has none: the user decides which value takes its place. */
export function removeValue(
  { values, defaultValue }: Pick<ToggleDraft, 'values' | 'defaultValue'>,
  value: string,
): Pick<ToggleDraft, 'values' | 'defaultValue'> {
  return {
    values: values.filter((other) => other !== value),
    defaultValue: defaultValue === value ? '' : defaultValue,
  };
}
