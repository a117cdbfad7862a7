import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { MonthSection } from './month-section.tsx';
import { monthsOf } from './months.ts';

/** The entries, grouped by month. */
export function MonthList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return monthsOf(entries).map((month) => <MonthSection key={month.id} month={month} />);
}
