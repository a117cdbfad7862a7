import type { Uses } from './document-part.ts';
import { about, type Planning } from './import-plan.ts';
import { usageOf } from './uses.ts';

/** Rejects the removal of toggle values that a rule still needs after the import. */
export function requireUnusedValues(
  { rules, stored, plan }: Planning,
  { ofToggle, asDependency }: Uses,
): void {
  const before = new Map(stored.toggles.map((toggle) => [toggle.id, toggle]));
  for (const after of plan.written.toggles) {
    const toggle = before.get(after.id);
    const lost = toggle === undefined ? [] : rules.toggles.lostValues(toggle, after);
    if (lost.length === 0) continue;
    const using = new Set([
      ...(ofToggle.get(after.id) ?? []),
      ...(asDependency.get(after.id) ?? []),
    ]);
    const naming = [...using].map((experiment) => ({
      usage: usageOf(experiment),
      toggleId: experiment.toggleId,
      rules: experiment.rules,
    }));
    about({ action: 'UPDATE', type: 'toggle', name: after.name }, () =>
      rules.toggles.requireUnused(after.id, lost, naming),
    );
  }
}
