import { conditionProperties } from '@comporta/contract/conditions/condition';
import { pickFields } from '@comporta/contract/fields';
import type { DocumentTargetGroup } from '@comporta/contract/nouns/document-lists';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import type { NamingOthers } from './document-part.ts';
import { conditionDraft } from './ids-by-name.ts';
import type { StoredTargetGroup } from './stored-entities.ts';

/** How the conditions of target groups name properties and lists. */
export const NAMING_PROPERTIES: NamingOthers = {
  where: (writer, { properties, idLists }) => ({
    ...writer,
    properties: conditionProperties(properties, idLists),
  }),
  documentOf: (group: StoredTargetGroup, { condition }) => ({
    ...pickFields(TARGET_GROUP, group),
    conditions: group.conditions.map(condition),
  }),
  draftOf: ({ conditions, ...group }: DocumentTargetGroup, ids) => ({
    ...group,
    conditions: conditions.map((condition) => ({ id: '', ...conditionDraft(condition, ids) })),
  }),
};
