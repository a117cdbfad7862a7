import styles from './row-checkbox.module.css';

interface RowCheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  /** Whether only some of the rows that it stands for are selected. */
  readonly isPartial?: boolean;
  readonly onChange: () => void;
}

/** Selects one row, or all of them. Lists have hundreds of these, so it renders only a label and an input. */
export function RowCheckbox({ label, isChecked, isPartial = false, onChange }: RowCheckboxProps) {
  return (
    <label className={styles.label}>
      <input
        ref={(element) => {
          if (element !== null) element.indeterminate = isPartial;
        }}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={onChange}
      />
    </label>
  );
}
