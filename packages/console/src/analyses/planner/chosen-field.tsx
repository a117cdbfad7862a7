import { useTranslations } from 'use-intl/react';
import { Chip } from '../../ui/chip.tsx';
import { Picker, type PickerOption } from '../../ui/fields/picker.tsx';
import type { Field } from '../../ui/forms/use-form.ts';
import styles from './planner.module.css';

interface ChosenFieldProps extends Field<readonly string[]> {
  readonly label: string;
  readonly hint: string;
  readonly options: readonly PickerOption[];
}

/** A choice of several options: the user finds them by typing and removes them one by one. */
export function ChosenField({
  label,
  hint,
  options,
  value,
  onChange,
  error,
  ref,
}: ChosenFieldProps) {
  const t = useTranslations();
  const chosen = value.map((id) => ({
    id,
    name: options.find((option) => option.value === id)?.label ?? id,
  }));
  return (
    <div className={styles.chosen}>
      <Picker
        ref={ref}
        label={label}
        hint={hint}
        placeholder={t('planner.add')}
        noMatch={t('common.nothingFound')}
        options={options.filter((option) => !value.includes(option.value))}
        value=""
        onChange={(id) => onChange([...value, id])}
        error={error}
      />
      {chosen.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chosen.map(({ id, name }) => (
            <li key={id}>
              <Chip
                removeLabel={t('planner.remove', { name })}
                onRemove={() => onChange(value.filter((other) => other !== id))}
              >
                {name}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
