import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { normalizeText } from '@comporta/contract/visible-text';
import { usesList } from '@comporta/engine/vocabulary';

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
      conditions: group.conditions.map(withNormalList),
    })),
    ...(document.idLists && {
      idLists: document.idLists.map((list) => ({ ...list, name: normalizeText(list.name) })),
    }),
    experiments: document.experiments.map((experiment) => ({
      ...experiment,
      environment: normalizeText(experiment.environment),
      rules: experiment.rules.map(withNormalRule),
    })),
  };
}

function withNormalRule(rule: DocumentExperiment['rules'][number]) {
  const { combinedRule } = rule;
  if (combinedRule === undefined) return withNormalParts(rule);
  const conditions = combinedRule.conditions.map((part) => withNormalParts(part));
  return { ...withNormalParts(rule), combinedRule: { ...combinedRule, conditions } };
}

type DocumentCondition = NonNullable<DocumentExperiment['rules'][number]['propertyRule']>;
type DocumentRulePart = Pick<
  DocumentExperiment['rules'][number],
  'targetGroupRule' | 'propertyRule'
>;

function withNormalList(condition: DocumentCondition): DocumentCondition {
  if (!usesList(condition.expression)) return condition;
  return { ...condition, term: normalizeText(condition.term) };
}

function withNormalParts<Part extends DocumentRulePart>(part: Part): Part {
  const { targetGroupRule: asked, propertyRule } = part;
  if (propertyRule !== undefined) return { ...part, propertyRule: withNormalList(propertyRule) };
  if (asked === undefined) return part;
  const targetGroups = asked.targetGroups.map(normalizeText);
  return { ...part, targetGroupRule: { ...asked, targetGroups } };
}
