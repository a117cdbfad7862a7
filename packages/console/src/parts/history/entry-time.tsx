import { useFormatter, useTranslations } from 'use-intl/react';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import styles from './entry-time.module.css';

/** The time in UTC, like the months; the local time appears on hover and focus. */
export function EntryTime({ timestamp }: { readonly timestamp: string }) {
  const t = useTranslations('audit.entry');
  const format = useFormatter();
  const at = new Date(timestamp);
  const day = format.dateTime(at, { day: '2-digit', timeZone: 'UTC' });
  const time = format.dateTime(at, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: 'UTC',
  });
  const local = format.dateTime(at, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: localTimeZone(),
  });
  return (
    <Tooltip text={t('localTime', { time: local })}>
      {(described) => (
        <time {...described} dateTime={timestamp} className={styles.time}>
          <span className={styles.day}>{day}</span> {time} UTC
        </time>
      )}
    </Tooltip>
  );
}
