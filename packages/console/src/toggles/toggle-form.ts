import { pickFields } from '@comporta/contract/fields';
import { LIFETIMES } from '@comporta/contract/lifecycle/lifecycle';
import {
  checkToggle,
  NEW_TOGGLE,
  TOGGLE,
  type Toggle,
  type ToggleDraft,
} from '@comporta/contract/toggles/toggle';
import { inferValueType } from '@comporta/engine/typed-value';
import { VALUE_TYPES } from '@comporta/engine/vocabulary';
import type { Say } from '../base/say.ts';
import type { PartsOf } from '../ui/forms/difference.ts';

/** Everything that forms of a toggle edit. */
export interface ToggleForm extends Omit<ToggleDraft, 'tags' | 'ownerId' | 'removeBy'> {
  readonly tags: readonly string[];
  /** Empty for no day. */
  readonly removeBy: string;
  /** Empty when nobody owns it. */
  readonly ownerId: string;
  /** The text in "Add a value", which is an unsaved change like any other: a save enters it as a value. */
  readonly entry: string;
}

/** The fields of one form. */
export type TogglePart = readonly (keyof ToggleForm & string)[];

/** A form for a new toggle asks only for what it cannot be without. */
export const NEW_PART = [
  'name',
  'description',
  'values',
  'entry',
  'defaultValue',
  'valueType',
  'availableToClients',
] as const satisfies TogglePart;
/** The two parts of a toggle that are edited separately; programs ask for its name, which never changes. */
export const VALUES_PART = [
  'values',
  'entry',
  'defaultValue',
  'valueType',
  'availableToClients',
] as const satisfies TogglePart;
export const DETAILS_PART = [
  'description',
  'tags',
  'ownerId',
  'lifetime',
  'removeBy',
] as const satisfies TogglePart;

export const NEW_TOGGLE_FORM: ToggleForm = {
  ...NEW_TOGGLE,
  tags: [],
  removeBy: '',
  ownerId: '',
  entry: '',
};

/** The form of a saved toggle. A value type that equals the inferred one stays empty, so that it follows the values. */
export function toggleForm(toggle: Toggle): ToggleForm {
  const value = pickFields(TOGGLE, toggle);
  const valueType = value.valueType === inferValueType(value.values) ? '' : value.valueType;
  const { ownerId, removeBy } = toggle;
  return { ...value, valueType, removeBy: removeBy ?? '', ownerId: ownerId ?? '', entry: '' };
}

/** Returns the fields of one form. */
export function partOf(form: ToggleForm, part: TogglePart): ToggleForm {
  const fields = Object.entries(form).filter(([name]) => part.some((one) => one === name));
  return Object.fromEntries(fields) as unknown as ToggleForm; // A form shows, checks and compares only its own fields.
}

/** Returns the form with its entry among the values. */
export function withEntry(form: ToggleForm): ToggleForm {
  const { values, entry = '' } = form;
  return entry === '' ? form : { ...form, values: addValue(values, entry).values, entry: '' };
}

/** Checks a form. The entry counts as a value; fields that another form edits are those of the saved toggle. */
export function checkToggleForm(form: ToggleForm, saved?: Toggle) {
  const {
    entry: _,
    ownerId,
    removeBy,
    ...draft
  } = withEntry({
    ...(saved && toggleForm(saved)),
    ...form,
  });
  const result = checkToggle({ ...draft, removeBy: removeBy?.trim() || null }, saved);
  if (!result.ok || saved === undefined) return result;
  return {
    ok: true as const,
    value: { ...result.value, ownerId: ownerId === '' ? null : ownerId },
  };
}

/** Starts the next toggle with the same values and type; its name and description are empty. */
export function nextToggle(form: ToggleForm): ToggleForm {
  return { ...withEntry(form), name: '', description: '' };
}

/** Describes in words what can change; of the owner, a form has only the id. */
export function describeToggle(
  say: Say,
  form: ToggleForm,
  owner: string,
): PartsOf<ToggleForm> & { readonly owner: string } {
  const { entry: _, ownerId: __, snoozedUntil: ___, ...shown } = withEntry(form);
  const lifetime = LIFETIMES.find((known) => known === shown.lifetime) ?? 'TEMPORARY';
  const type =
    VALUE_TYPES.find((known) => known === shown.valueType) ?? inferValueType(shown.values);
  return {
    ...shown,
    owner,
    lifetime: say(`toggle.lifetime.${lifetime}`),
    valueType: say(`toggle.valueType.type.${type}`),
    availableToClients: say(shown.availableToClients === false ? 'common.no' : 'common.yes'),
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
