import { pickFields } from '@comporta/contract/fields';
import { PROPERTY, propertyDraftSchema } from '@comporta/contract/properties/property';
import { parseBody } from '../platform/http/parse-shape.ts';
import type { EntityEdits } from '../platform/nouns/entity-edits.ts';
import { createOne, deleteOne, editOne } from '../platform/nouns/verbs.ts';
import { PROPERTIES } from './property-noun.ts';
import { requireUnused } from './require-unused.ts';

/** The calls of properties, for changes that are applied later. */
export const PROPERTY_EDITS: EntityEdits = {
  async find(sql, { application }, id) {
    const stored = await PROPERTIES.rows.find(sql, application.id, id);
    return stored && { ...stored, name: stored.key, body: pickFields(PROPERTY, stored) };
  },
  async create(write, body) {
    await createOne(PROPERTIES, { ...write, body: parseBody(propertyDraftSchema, body) });
  },
  async update(write, id, body) {
    const sent = parseBody(propertyDraftSchema, body);
    await editOne(PROPERTIES, { ...write, params: { id }, body: sent });
  },
  remove: (write, id) => deleteOne(PROPERTIES, { ...write, params: { id } }, requireUnused),
};
