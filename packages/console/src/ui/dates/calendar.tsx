import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl/react';
import styles from './calendar.module.css';

interface CalendarProps {
  /** A day, or the text typed so far. */
  readonly value: string;
  readonly onChoose: (day: string) => void;
}

/**
 * A calendar of one month. It is loaded when the user approaches a date field, because nothing else needs its
 * library.
 */
export function Calendar({ value, onChoose }: CalendarProps) {
  const t = useTranslations('common.calendar');
  const locale = useLocale();
  const element = useRef<HTMLDivElement>(null);
  const chosen = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

  // Runs after the popover is shown: a hidden element cannot take the focus.
  useEffect(() => {
    const days = element.current;
    const day = days?.querySelector<HTMLElement>('[data-selected], [data-today]');
    (day ?? days?.querySelector<HTMLElement>('td button'))?.focus();
  }, []);

  return (
    <div ref={element} className={styles.calendar}>
      <DatePicker
        // In Brazil the week begins on Sunday.
        {...(locale === 'en' ? { firstDayOfWeek: 1 } : { locale: 'pt-br', firstDayOfWeek: 0 })}
        highlightToday
        hideOutsideDates
        value={chosen}
        {...(chosen !== null && { defaultDate: chosen })}
        onChange={(day) => day !== null && onChoose(day)}
        ariaLabels={{
          previousMonth: t('previousMonth'),
          nextMonth: t('nextMonth'),
          previousYear: t('previousYear'),
          nextYear: t('nextYear'),
          previousDecade: t('previousDecade'),
          nextDecade: t('nextDecade'),
        }}
      />
    </div>
  );
}
