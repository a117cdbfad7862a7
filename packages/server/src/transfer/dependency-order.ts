import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import { neededFirst } from '../platform/base/needed-first.ts';

/**
 * Sorts the experiments of one environment so that each comes after those it depends on. Saved in this order, none is
 * checked against the old rules of another one, so a refused dependency cycle is always one of the document.
 */
export function inDependencyOrder(experiments: Iterable<DocumentExperiment>): DocumentExperiment[] {
  const byToggle = new Map<string, DocumentExperiment>();
  for (const experiment of experiments) byToggle.set(experiment.toggle, experiment);
  return neededFirst(byToggle.values(), ({ rules }) =>
    rules
      .flatMap((rule) => rule.combinedRule?.conditions ?? [rule])
      .flatMap((part) => byToggle.get(part.toggleDependencyRule?.toggle ?? '') ?? []),
  );
}
