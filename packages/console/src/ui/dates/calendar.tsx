import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl/react';
import styles from './calendar.module.css';

interface CalendarProps {
  /** A day, or what is typed so far. */
  readonly value: string;
  readonly onChoose: (day: string) => void;
}

/** A month of days. Loaded when somebody comes near a date: nobody else needs its library. */
export function Calendar({ value, onChoose }: CalendarProps) {
  const t = useTranslations('common.calendar');
  const locale = useLocale();
  const element = useRef<HTMLDivElement>(null);
  const chosen = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

  // After the popover around it is shown: nothing hidden takes the focus.
  useEffect(() => {
    const days = element.current;
    const day = days?.querySelector<HTMLElement>('[data-selected], [data-today]');
    (day ?? days?.querySelector<HTMLElement>('td button'))?.focus();
  }, []);

  return (
    <div ref={element} className={styles.calendar}>
      <DatePicker
        // Brazil begins the week on Sunday.
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
