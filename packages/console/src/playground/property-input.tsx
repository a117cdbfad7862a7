import type { Property } from '@comporta/contract/properties/property';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { HINT_BELOW, TextInput } from '../ui/controls/text-input.ts';

interface PropertyInputProps {
  readonly property: Property;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The user's value for one property; an empty one is not sent. */
export function PropertyInput({ property: { key, type }, value, onChange }: PropertyInputProps) {
  const t = useTranslations('playground');
  if (type === 'BOOLEAN') {
    return (
      <NativeSelect
        label={key}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: t('noValue') }, 'true', 'false']}
      />
    );
  }
  return (
    <TextInput
      label={key}
      description={type === 'LIST' && t('listHint')}
      inputWrapperOrder={[...HINT_BELOW]}
      placeholder={t('noValue')}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
