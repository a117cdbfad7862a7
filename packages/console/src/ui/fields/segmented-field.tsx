import { useId } from 'react';
import styles from './segmented-field.module.css';

interface SegmentedFieldProps<Value extends string> {
  /** Only for screen readers: the choices need no visible label. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Chooses one of two or three options, side by side. */
export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
