import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';

/** From when on a pause looks forgotten. */
export const FORGOTTEN_AFTER_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last moment at which a pause counts as forgotten. */
export function forgottenBefore(now: Date): string {
  return new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS).toISOString();
}

/** Experiments that were paused long ago, not restarted since, and still are. */
export function forgottenPauses(
  pausedLongAgo: readonly AuditEntry[],
  restartedSince: readonly AuditEntry[],
  experiments: readonly Pick<ExperimentSummary, 'id' | 'status'>[],
): readonly AuditEntry[] {
  const paused = new Set(
    experiments.filter(({ status }) => status === 'PAUSED').map(({ id }) => id),
  );
  for (const { entity } of restartedSince) paused.delete(entity.id);
  const seen = new Set<string>();
  return pausedLongAgo.filter(({ entity: { id } }) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst && paused.has(id);
  });
}
