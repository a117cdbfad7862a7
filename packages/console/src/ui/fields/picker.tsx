import { CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { matches } from '../list/matches.ts';
import styles from './picker.module.css';
import { useCombobox } from './use-combobox.ts';

/** To see the fiftieth, users type a part of its name. */
const SHOWN = 50;

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Why the option is disabled, or another note. */
  readonly note?: string;
  readonly disabled?: boolean;
}

interface PickerProps {
  readonly ref?: RefCallback<HTMLElement>;
  readonly label: string;
  /** Hides the label from view, but not from screen readers: something else on the screen shows it. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly placeholder: string;
  readonly noMatch: string;
  readonly options: readonly PickerOption[];
  /** Empty when nothing is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The label of the button that clears the selection; without it, the selection cannot be cleared. */
  readonly clearLabel?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Earlier choices, shown in the field, and the action of Backspace on the last of them. */
  readonly chips?: ReactNode;
  readonly onBackspace?: (() => void) | undefined;
}

/** Selects one of many options, found by typing a part of its name. */
export function Picker(props: PickerProps) {
  const { label, isLabelHidden, options, value, onChange, clearLabel, error, chips } = props;
  const t = useTranslations('common');
  /** The typed text; undefined while the list is closed. */
  const [query, setQuery] = useState<string>();
  const chosen = options.find((option) => option.value === value);
  const isOpen = query !== undefined;
  const shown = isOpen ? shownFor(options, query) : [];
  const { active, activate, ...combobox } = useCombobox({
    options: shown,
    isOpen,
    onChoose: choose,
    onOpen: () => open(''),
    onClose: () => setQuery(undefined),
  });

  function open(typed: string) {
    setQuery(typed);
    const found = shownFor(options, typed);
    activate(chosen === undefined ? 0 : Math.max(0, found.indexOf(chosen)));
  }

  function choose(option: PickerOption) {
    if (option.disabled) return;
    setQuery(undefined);
    onChange(option.value);
  }

  return (
    <div className={styles.picker} data-chips={chips !== undefined || undefined}>
      {chips}
      <TextInput
        variant={chips === undefined ? 'default' : 'unstyled'}
        {...(props.ref && { ref: props.ref })}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        description={props.hint}
        role="combobox"
        {...combobox.fieldProps}
        onKeyDown={(event) => {
          const isAtStart = event.key === 'Backspace' && event.currentTarget.value === '';
          if (isAtStart) props.onBackspace?.();
          else combobox.fieldProps.onKeyDown(event);
        }}
        aria-autocomplete="list"
        placeholder={props.placeholder}
        disabled={props.disabled === true}
        error={error}
        value={query ?? chosen?.label ?? ''}
        onChange={(event) => open(event.currentTarget.value)}
        onClick={() => isOpen || open('')}
        onBlur={() => setQuery(undefined)}
        onFocus={(event) => event.currentTarget.select()}
        rightSectionPointerEvents={clearLabel !== undefined && value !== '' ? 'all' : 'none'}
        rightSection={
          clearLabel !== undefined && value !== '' ? (
            <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange('')} />
          ) : (
            <IconChevronDown size={16} aria-hidden />
          )
        }
      />
      <div
        {...combobox.listProps}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={!isOpen || shown.length === 0}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          <div
            key={option.value}
            {...combobox.optionProps(index)}
            role="option"
            aria-selected={option === chosen}
            aria-disabled={option.disabled || undefined}
            data-active={option === active || undefined}
            className={styles.option}
            // A press must not move the focus, because that would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
          >
            <span>{option.label}</span>
            {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
          </div>
        ))}
      </div>
      {isOpen && shown.length === 0 && (
        <p role="status" className={styles.nothing}>
          {props.noMatch}
        </p>
      )}
      <span role="status" className="visually-hidden">
        {isOpen &&
          shown.length > 0 &&
          t('resultsCount', { shown: shown.length, total: options.length })}
      </span>
    </div>
  );
}

function shownFor(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const shown = query === '' ? options : options.filter(({ label }) => matches(label, query));
  return shown.slice(0, SHOWN);
}
