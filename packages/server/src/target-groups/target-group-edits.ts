import { pickFields } from '@comporta/contract/fields';
import {
  TARGET_GROUP,
  targetGroupDraftSchema,
} from '@comporta/contract/target-groups/target-group';
import { parseBody } from '../platform/http/parse-shape.ts';
import type { EntityEdits } from '../platform/nouns/entity-edits.ts';
import { createTargetGroup, deleteTargetGroup, editTargetGroup } from './save-target-group.ts';
import { TARGET_GROUPS } from './target-group-noun.ts';
import { withProperties } from './with-properties.ts';

/** The calls of target groups, for changes that are applied later. */
export const TARGET_GROUP_EDITS: EntityEdits = {
  async find(sql, { application }, id) {
    const stored = await TARGET_GROUPS.rows.find(sql, application.id, id);
    return stored && { ...stored, body: pickFields(TARGET_GROUP, stored) };
  },
  async create(write, body) {
    const sent = parseBody(targetGroupDraftSchema, body);
    await createTargetGroup({ ...(await withProperties(write)), body: sent });
  },
  async update(write, id, body) {
    const sent = parseBody(targetGroupDraftSchema, body);
    await editTargetGroup({ ...(await withProperties(write)), params: { id }, body: sent });
  },
  async remove(write, id) {
    await deleteTargetGroup({ ...(await withProperties(write)), params: { id } });
  },
};
