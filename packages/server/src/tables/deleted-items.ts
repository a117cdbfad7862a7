import type { EditType } from '@comporta/contract/change-requests/edit-type';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { applications, environments } from './applications.ts';
import { createdAt, json, partOf, primaryId } from './columns.ts';

/** Rows that were deleted. A trigger of each table stores them, so that nothing that deletes rows can forget it. */
export const deletedItems = pgTable(
  'deleted_items',
  {
    /** The id of the deleted row. */
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    /** Of an experiment; null for others. */
    environmentId: uuid().references(() => environments.id, { onDelete: 'cascade' }),
    type: text().$type<EditType>().notNull(),
    /** Name or key; for an experiment, the name of its toggle. */
    name: text().notNull(),
    /** All columns of the row. */
    body: json<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('deleted_items_application_index').on(table.applicationId, table.createdAt),
    index('deleted_items_environment_index').on(table.environmentId),
    index('deleted_items_created_index').on(table.createdAt),
  ],
);
