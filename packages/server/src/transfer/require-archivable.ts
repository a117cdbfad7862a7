import type { Planning } from './import-plan.ts';
import { requireUnusedBy } from './require-unused-by.ts';
import type { Uses } from './uses.ts';

/** Rejects archived toggles of the document that an experiment still needs after the import. */
export function requireArchivable({ stored, plan }: Planning, uses: Uses): void {
  const before = new Map(stored.toggles.map((toggle) => [toggle.id, toggle]));
  for (const { id, name, archived } of plan.toggles) {
    if (!archived || before.get(id)?.archived !== false) continue;
    const what = { action: 'UPDATE', type: 'toggle', name } as const;
    requireUnusedBy(what, 'EXPERIMENT_EXISTS', uses.ofToggle.get(id));
    requireUnusedBy(what, 'EXPERIMENT_DEPENDENCY_EXISTS', uses.asDependency.get(id));
  }
}
