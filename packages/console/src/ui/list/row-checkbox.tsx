import styles from './row-checkbox.module.css';

interface RowCheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  /** Some of what it stands for is chosen, and some is not. */
  readonly isPartial?: boolean;
  readonly onChange: () => void;
}

/** Chooses one row, or all of them. Lists have hundreds, so it is nothing but an element. */
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
