import type { NamedPart } from '@comporta/contract/experiments/named-rule';
import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { normalizeText } from '@comporta/contract/visible-text';

/** The document with names normalised as they are stored, so that look-ups by name find them. */
export function withNormalNames(document: ApplicationDocument): ApplicationDocument {
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
    experiments: document.experiments.map((experiment) => ({
      ...experiment,
      environment: normalizeText(experiment.environment),
      rules: experiment.rules.map(withNormalRule),
    })),
  };
}

function withNormalRule(rule: DocumentExperiment['rules'][number]) {
  const { combinedRule } = rule;
  if (combinedRule === undefined) return withNormalGroups(rule);
  const conditions = combinedRule.conditions.map((part) => withNormalGroups(part));
  return { ...withNormalGroups(rule), combinedRule: { ...combinedRule, conditions } };
}

function withNormalGroups<Part extends Pick<NamedPart, 'targetGroupRule'>>(part: Part): Part {
  const { targetGroupRule: asked } = part;
  if (asked === undefined) return part;
  const targetGroups = asked.targetGroups.map(normalizeText);
  return { ...part, targetGroupRule: { ...asked, targetGroups } };
}
