import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';

export interface Month {
  /** The first seven characters of its timestamps: `2026-03`. */
  readonly id: string;
  readonly entries: readonly AuditEntry[];
}

/** Groups entries by month and keeps their order: newest first. */
export function monthsOf(entries: readonly AuditEntry[]): readonly Month[] {
  const months = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const id = entry.timestamp.slice(0, 7);
    const month = months.get(id);
    if (month === undefined) months.set(id, [entry]);
    else month.push(entry);
  }
  return [...months].map(([id, inMonth]) => ({ id, entries: inMonth }));
}
