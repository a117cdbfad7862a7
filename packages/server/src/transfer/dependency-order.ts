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
  // A long chain must not exhaust the call stack.
  const stack = [...byToggle.values()].reverse();
  for (let one = stack.at(-1); one !== undefined; one = stack.at(-1)) {
    if (entered.has(one)) {
      ordered.add(one);
      stack.pop();
      continue;
    }
    entered.add(one);
    const parts = one.rules.flatMap((rule) => rule.combinedRule?.conditions ?? [rule]);
    for (const { toggleDependencyRule } of parts.toReversed()) {
      const dependency = toggleDependencyRule && byToggle.get(toggleDependencyRule.toggle);
      if (dependency !== undefined && !entered.has(dependency)) stack.push(dependency);
    }
  }
  return [...ordered];
}
