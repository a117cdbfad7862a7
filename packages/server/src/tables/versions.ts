import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, json, partOf } from './columns.ts';
import { experiments } from './experiments.ts';
import { targetGroups } from './target-groups.ts';
import { toggles } from './toggles.ts';

/**
 * The versions of an entity that saves replaced, with the field names of the contract. The newest version is the entity's
 * own row. A save by a release without these tables does not keep the version that it replaces; the version that it
 * saved is kept by the next save of a release with them.
 */
const replaced = () => ({
  applicationId: uuid().notNull(),
  version: integer().notNull(),
  body: json<object>().notNull(),
  savedBy: text().notNull(),
  savedById: uuid(),
  savedAt: at().notNull(),
});

export const toggleVersions = pgTable(
  'toggle_versions',
  {
    id: partOf(() => toggles.id),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);

export const targetGroupVersions = pgTable(
  'target_group_versions',
  {
    id: partOf(() => targetGroups.id),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);

export const experimentVersions = pgTable(
  'experiment_versions',
  {
    id: partOf(() => experiments.id),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);

export type VersionTable =
  | typeof experimentVersions
  | typeof targetGroupVersions
  | typeof toggleVersions;
