import { newerWords } from '@comporta/contract/conditions/newer-words';
import { type ExperimentForm, sentOf } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import { editedParts } from '../rule/combined-parts.ts';
import type { EditedPart } from '../rule/edited-part.ts';

/** Whether a save would bring a word of this release that the saved rules do not have, groups included. Source: RUL-58. */
export function bringsNewerWords(
  before: ExperimentForm,
  after: ExperimentForm,
  references: References,
): boolean {
  const known = new Set(wordsOf(before, references));
  return wordsOf(after, references).some((word) => !known.has(word));
}

function wordsOf(form: ExperimentForm, { properties, targetGroups }: References) {
  const conditions = form.rules.flatMap((rule) => [
    ...editedParts(rule).flatMap((part) => conditionsOf(part, targetGroups)),
    ...(rule.versionRule ? [rule.versionRule] : []),
  ]);
  const typed = conditions.map(({ expression, propertyId }) => {
    return { expression, type: properties.get(propertyId)?.type };
  });
  return [...newerWords(sentOf(form)), ...newerWords({ conditions: typed })];
}

function conditionsOf(part: EditedPart, targetGroups: References['targetGroups']) {
  switch (part.type) {
    case 'PROPERTY':
      return part.propertyRule ? [part.propertyRule] : [];
    case 'TARGET_GROUP':
      return part.targetGroupRule.targetGroupsIds.flatMap(
        (id) => targetGroups.get(id)?.conditions ?? [],
      );
    case 'TOGGLE_DEPENDENCY':
      return [];
  }
}
