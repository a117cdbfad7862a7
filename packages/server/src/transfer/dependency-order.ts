import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';

/**
 * Sorts the experiments of one environment so that each comes after those it depends on. Saved in this order, none is
 * checked against the old rules of another one, so a refused dependency cycle is always one of the document.
 */
export function inDependencyOrder(experiments: Iterable<DocumentExperiment>): DocumentExperiment[] {
  const byToggle = new Map<string, DocumentExperiment>();
  for (const experiment of experiments) byToggle.set(experiment.toggle, experiment);
  const ordered = new Set<DocumentExperiment>();
  const entered = new Set<DocumentExperiment>();

  function add(experiment: DocumentExperiment): void {
    if (entered.has(experiment)) return;
    entered.add(experiment);
    const parts = experiment.rules.flatMap((rule) => rule.combinedRule?.conditions ?? [rule]);
    for (const { toggleDependencyRule } of parts) {
      const dependency = toggleDependencyRule && byToggle.get(toggleDependencyRule.toggle);
      if (dependency !== undefined) add(dependency);
    }
    ordered.add(experiment);
  }

  for (const experiment of byToggle.values()) add(experiment);
  return [...ordered];
}
