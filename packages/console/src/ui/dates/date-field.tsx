import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl/react';
import { CalendarButton, loadCalendar } from './calendar-button.tsx';
import { readDate, shownDate } from './shown-date.ts';

interface DateFieldProps {
  readonly label: string;
  /** YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A day to filter by, typed in the format of the language or chosen in a calendar. Typed text takes effect on
 * Enter or when the user leaves the field.
 */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const t = useTranslations('common.calendar');
  const locale = useLocale();
  const [typed, setTyped] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);

  function choose(day: string) {
    setTyped(undefined);
    setUnreadable(false);
    if (day !== value) onChange(day);
  }

  function take() {
    if (typed === undefined) return;
    const day = typed.trim() === '' ? '' : readDate(typed, locale);
    if (day === undefined) setUnreadable(true);
    else choose(day);
  }

  return (
    <TextInput
      variant="filled"
      label={label}
      placeholder={t('anyDay')}
      value={typed ?? shownDate(value, locale)}
      error={isUnreadable && t('unreadable', { example: shownDate('2026-03-14', locale) })}
      onFocus={loadCalendar}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setUnreadable(false);
      }}
      onBlur={take}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && take()}
      autoComplete="off"
      spellCheck={false}
      rightSection={<CalendarButton label={label} value={value} onChoose={choose} />}
      rightSectionPointerEvents="all"
    />
  );
}
