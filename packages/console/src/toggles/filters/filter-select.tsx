import { shownValue } from '@comporta/messages/shown-value';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import styles from './toggle-filter-fields.module.css';

interface FilterSelectProps {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether the user has just added the filter, which then takes the focus. */
  readonly isNew?: boolean;
  readonly onChange: (value: string) => void;
}

/** A filter that is one of several words. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, any, value, options, isNew = false, onChange } = props;
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      variant="filled"
      className={styles.filter}
      aria-label={label}
      value={value}
      autoFocus={isNew}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: any },
        ...options,
        ...(isListed ? [] : [{ value, label: shownValue(value) }]),
      ]}
    />
  );
}
