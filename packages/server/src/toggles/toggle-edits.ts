import { pickFields } from '@comporta/contract/fields';
import { TOGGLE, toggleDraftSchema } from '@comporta/contract/toggles/toggle';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { parseBody } from '../platform/http/parse-shape.ts';
import type { EntityEdits, EntityPlace, EntityState } from '../platform/nouns/entity-edits.ts';
import { deleteOne } from '../platform/nouns/verbs.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { createToggle, editToggle } from './save-toggle.ts';
import { TOGGLES } from './toggle-noun.ts';

/** The calls of toggles, for changes that are applied later. */
export function toggleEdits({ plans }: Pick<Config, 'plans'>): EntityEdits {
  return {
    find: findToggleState,
    async create(write, body) {
      await createToggle({ ...write, body: parseBody(toggleDraftSchema, body) }, plans);
    },
    async update(write, id, body) {
      await editToggle({ ...write, params: { id }, body: parseBody(toggleDraftSchema, body) });
    },
    remove: (write, id) => deleteOne(TOGGLES, { ...write, params: { id } }, requireNoExperiments),
  };
}

export async function findToggleState(
  sql: Sql,
  { application }: Pick<EntityPlace, 'application'>,
  id: string,
): Promise<EntityState | undefined> {
  const stored = await TOGGLES.rows.find(sql, application.id, id);
  if (stored === undefined) return undefined;
  const { ownerId, snoozedUntil } = stored;
  return { ...stored, body: { ...pickFields(TOGGLE, stored), ownerId, snoozedUntil } };
}
