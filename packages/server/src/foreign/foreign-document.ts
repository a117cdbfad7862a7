import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import { usesList } from '@comporta/engine/vocabulary';
import type { ContextFields } from './context-fields.ts';
import type { TargetGroups } from './group-names.ts';
import type { Remark } from './remark.ts';

/** What the export of another product became, and what of it did not. */
export interface ForeignImport {
  readonly document: ApplicationDocument;
  readonly remarks: readonly Remark[];
  /** The ids that lists of the document are to be filled with, by the name of the list. */
  readonly idLists?: ReadonlyMap<string, readonly string[]>;
}

interface ForeignParts {
  readonly application: string;
  readonly environment: string;
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly toggles: readonly DocumentToggle[];
  readonly experiments: readonly DocumentExperiment[];
  readonly idLists?: ReadonlyMap<string, readonly string[]>;
}

/** The document, with those properties, target groups and lists of ids that its rules use. */
export function foreignDocument(parts: ForeignParts): ApplicationDocument {
  const { application, environment, fields, targetGroups, toggles, experiments } = parts;
  const rules = experiments.flatMap((experiment) => experiment.rules);
  const asked = rules.flatMap((rule) => rule.combinedRule?.conditions ?? [rule]);
  const usedGroups = new Set(asked.flatMap((part) => part.targetGroupRule?.targetGroups ?? []));
  const groups = targetGroups.groups().filter(({ name }) => usedGroups.has(name));
  const conditions = [
    ...groups.flatMap((group) => group.conditions),
    ...asked.flatMap(({ propertyRule }) => propertyRule ?? []),
  ];
  const named = new Set(
    conditions.flatMap(({ expression, term }) => (usesList(expression) ? [term] : [])),
  );
  const idLists = [...(parts.idLists?.keys() ?? [])].filter((name) => named.has(name));
  const usedFields = new Set([
    ...conditions.map(({ property }) => property),
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
    ...(idLists.length > 0 && { idLists: idLists.map((name) => ({ name, description: '' })) }),
  };
}
