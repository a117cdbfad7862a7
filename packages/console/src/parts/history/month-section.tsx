import { useFormatter } from 'use-intl/react';
import { AuditEntryItem } from './audit-entry-item.tsx';
import styles from './month-section.module.css';
import type { Month } from './months.ts';

/** The entries of one month, under its name. */
export function MonthSection({ month: { id, entries } }: { readonly month: Month }) {
  const format = useFormatter();
  const name = format.dateTime(new Date(`${id}-01T00:00:00Z`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <section className={styles.month}>
      <h2>{name}</h2>
      <ol>
        {entries.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
