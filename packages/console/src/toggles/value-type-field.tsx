import { checkToggle, type Toggle, type ToggleDraft } from '@comporta/contract/toggles/toggle';
import { fitsValueType, inferValueType, typedValue } from '@comporta/engine/typed-value';
import { VALUE_TYPES, type ValueType } from '@comporta/engine/vocabulary';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { SelectField } from '../ui/fields/select-field.tsx';
import type { Field } from '../ui/forms/use-form.ts';

interface ValueTypeFieldProps extends Field<string> {
  readonly draft: ToggleDraft;
  readonly saved: Toggle | undefined;
}

/** The type that typed clients receive; unless it is chosen, it follows the values. */
export function ValueTypeField({ draft, saved, ...field }: ValueTypeFieldProps) {
  const t = useTranslations('toggle.valueType');
  const automatic = automaticType(draft, saved);
  const chosen = VALUE_TYPES.find((known) => known === field.value) ?? automatic;
  const examples = exampleOf(chosen, draft.values);
  return (
    <SelectField
      {...field}
      label={t('label')}
      hint={`${t(`hint.${chosen}`)} ${examples}`.trim()}
      placeholder={t('automatic', { type: t(`type.${automatic}`) })}
      options={VALUE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
    />
  );
}

/** The type that a save would infer for a draft without one. */
function automaticType(draft: ToggleDraft, saved: Toggle | undefined): ValueType {
  const checked = checkToggle({ ...draft, valueType: '' }, saved);
  return checked.ok ? checked.value.valueType : inferValueType(draft.values);
}

/** `enabled → true, disabled → false`: only when typed clients receive something else than the text. */
function exampleOf(type: ValueType, values: readonly string[]): string {
  if (type !== 'BOOLEAN' || !fitsValueType(type, values)) return '';
  return values
    .map((value) => `${shownValue(value)} → ${String(typedValue(type, value))}`)
    .join(', ');
}
