import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { normalizeText } from '@comporta/contract/visible-text';
import { taken } from '../platform/base/taken.ts';

/**
 * The document with names normalised as they are stored, so that look-ups by name find them. Moves the experiments out
 * of the given document.
 */
export function withNormalNames(
  document: ApplicationDocument,
): ApplicationDocument & { readonly experiments: DocumentExperiment[] } {
  const experiments = document.experiments as DocumentExperiment[]; // Safe to change: `readLargeBody` made it for this import alone.
  return {
    ...document,
    environments: document.environments.map(normalizeText),
    ...(document.environmentSettings && {
      environmentSettings: document.environmentSettings.map((settings) => ({
        ...settings,
        name: normalizeText(settings.name),
      })),
    }),
    targetGroups: document.targetGroups.map((group) => ({
      ...group,
      name: normalizeText(group.name),
    })),
    experiments: Array.from(taken(experiments), (experiment) => ({
      ...experiment,
      environment: normalizeText(experiment.environment),
      rules: experiment.rules.map(withNormalGroups),
    })),
  };
}

function withNormalGroups(rule: DocumentExperiment['rules'][number]) {
  const { targetGroupRule: asked } = rule;
  if (asked === undefined) return rule;
  const targetGroups = asked.targetGroups.map(normalizeText);
  return { ...rule, targetGroupRule: { ...asked, targetGroups } };
}
