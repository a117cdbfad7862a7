import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';

interface ListFieldProps {
  readonly label: string;
  readonly lists: ConditionProperties['lists'];
  /** The id of the list. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
  readonly fieldRef: RefCallback<HTMLElement> | undefined;
}

/** The id list that a condition asks for. */
export function ListField({ label, lists, value, onChange, error, fieldRef }: ListFieldProps) {
  const t = useTranslations('idList');
  return (
    <NativeSelect
      {...(fieldRef && { ref: fieldRef })}
      aria-label={label}
      value={lists.has(value) ? value : ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('choose')}</option>
      {[...lists.values()].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
