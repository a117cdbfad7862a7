import type { Uses } from './document-part.ts';
import type { Planning } from './import-plan.ts';
import type { StoredExperiment, StoredToggle } from './stored-entities.ts';
import { requireUnusedBy } from './uses.ts';

/**
 * Rejects toggles that are archived after the import and that an experiment needs. What a release before let users store
 * stays: a toggle that was archived already keeps the experiments that it had. Source: FAIR-61.
 */
export function requireArchivable(
  { stored }: Planning,
  toggles: readonly StoredToggle[],
  uses: Uses,
): void {
  const wasArchived = new Set(stored.toggles.filter((one) => one.archived).map(({ id }) => id));
  const wereStored = new Set(stored.experiments.map(({ id }) => id));
  const known = new Set(stored.toggles.map(({ id }) => id));
  for (const { id, name, archived } of toggles) {
    if (!archived) continue;
    const action = known.has(id) ? 'UPDATE' : 'CREATE';
    const what = { action, type: 'toggle', name } as const;
    const isNew = (one: StoredExperiment) => !(wasArchived.has(id) && wereStored.has(one.id));
    requireUnusedBy(what, 'EXPERIMENT_EXISTS', uses.ofToggle.get(id)?.filter(isNew));
    if (!known.has(id) || wasArchived.has(id)) continue;
    requireUnusedBy(what, 'EXPERIMENT_DEPENDENCY_EXISTS', uses.asDependency.get(id));
  }
}
