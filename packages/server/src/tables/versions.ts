import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, json } from './columns.ts';
import { experiments } from './experiments.ts';
import { targetGroups } from './target-groups.ts';
import { toggles } from './toggles.ts';

/**
 * What each save of a thing replaced, as the contract names its fields. The newest version is the thing's own
 * row. A release without these tables replaces what nobody keeps; what it saved itself is kept by the
 * next save that knows them.
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
    id: uuid()
      .notNull()
      .references(() => toggles.id, { onDelete: 'cascade' }),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);

export const targetGroupVersions = pgTable(
  'target_group_versions',
  {
    id: uuid()
      .notNull()
      .references(() => targetGroups.id, { onDelete: 'cascade' }),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);

export const experimentVersions = pgTable(
  'experiment_versions',
  {
    id: uuid()
      .notNull()
      .references(() => experiments.id, { onDelete: 'cascade' }),
    ...replaced(),
  },
  (table) => [primaryKey({ columns: [table.id, table.version] })],
);
