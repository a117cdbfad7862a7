import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import type { ContextFields } from './context-fields.ts';
import type { TargetGroups } from './group-names.ts';
import type { Remark } from './remark.ts';

/** What the export of another product became, and what of it did not. */
export interface ForeignImport {
  readonly document: ApplicationDocument;
  readonly remarks: readonly Remark[];
}

interface ForeignParts {
  readonly application: string;
  readonly environment: string;
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly toggles: readonly DocumentToggle[];
  readonly experiments: readonly DocumentExperiment[];
}

/** The document, with those properties and target groups that its rules use. */
export function foreignDocument(parts: ForeignParts): ApplicationDocument {
  const { application, environment, fields, targetGroups, toggles, experiments } = parts;
  const rules = experiments.flatMap((experiment) => experiment.rules);
  const asked = rules.flatMap((rule) => rule.combinedRule?.conditions ?? [rule]);
  const usedGroups = new Set(asked.flatMap((part) => part.targetGroupRule?.targetGroups ?? []));
  const groups = targetGroups.groups().filter(({ name }) => usedGroups.has(name));
  const usedFields = new Set([
    ...groups.flatMap(({ conditions }) => conditions.map(({ property }) => property)),
    ...asked.map(({ propertyRule }) => propertyRule?.property),
    ...rules.map(({ valueSpec }) => valueSpec.by),
  ]);
  return {
    format: DOCUMENT_FORMAT,
    application,
    environments: [environment],
    properties: fields.properties().filter(({ key }) => usedFields.has(key)),
    targetGroups: groups,
    toggles,
    experiments,
  };
}
