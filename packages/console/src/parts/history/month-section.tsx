import { useFormatter } from 'use-intl/react';
import { AuditEntryItem } from './audit-entry-item.tsx';
import { foldEntries } from './fold-entries.ts';
import styles from './month-section.module.css';
import type { Month } from './months.ts';

/** The entries of one month, with its name as the heading. */
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
        {foldEntries(entries).map((folded) => (
          <AuditEntryItem key={folded.entry.id} {...folded} />
        ))}
      </ol>
    </section>
  );
}
