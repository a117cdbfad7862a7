import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';

/** A user who pauses and restarts within this time is trying something out. */
const FOLD_WITHIN_MS = 10 * 60 * 1000;

export interface FoldedEntry {
  /** The newest entry. */
  readonly entry: AuditEntry;
  /** The earlier entries that are folded into it. */
  readonly earlier: readonly AuditEntry[];
}

/** Folds successive pauses and restarts of one experiment by one user within ten minutes into one entry. */
export function foldEntries(entries: readonly AuditEntry[]): readonly FoldedEntry[] {
  const folded: { entry: AuditEntry; earlier: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const newer = folded.at(-1);
    if (newer !== undefined && belongsTo(newer.entry, newer.earlier.at(-1) ?? newer.entry, entry)) {
      newer.earlier.push(entry);
    } else {
      folded.push({ entry, earlier: [] });
    }
  }
  return folded;
}

/**
 * Whether an entry is folded: a pause only with a restart, never with another pause, because a filter lists
 * only those.
 */
function belongsTo(newest: AuditEntry, last: AuditEntry, entry: AuditEntry): boolean {
  const isSwitch = (one: AuditEntry) => one.action === 'PAUSED' || one.action === 'RESTARTED';
  return (
    isSwitch(entry) &&
    isSwitch(last) &&
    entry.action !== last.action &&
    entry.entity.id === newest.entity.id &&
    entry.actor.id === newest.actor.id &&
    Date.parse(newest.timestamp) - Date.parse(entry.timestamp) <= FOLD_WITHIN_MS
  );
}
