import type { Outcome } from '@comporta/contract/experiments/outcome';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { environments } from './applications.ts';
import { createdAt, json, primaryId, versioned } from './columns.ts';
import { properties } from './properties.ts';
import { targetGroups } from './target-groups.ts';
import { toggles } from './toggles.ts';

export const experiments = pgTable(
  'experiments',
  {
    id: primaryId(),
    applicationId: uuid().notNull(),
    environmentId: uuid().notNull(),
    toggleId: uuid().notNull(),
    status: text().$type<ExperimentStatus>().notNull(),
    salt: text().notNull(),
    buckets: integer().notNull(),
    rules: json<readonly StoredRule[]>().notNull(),
    /** The outcome of the rules. `version` names its save, because a release without this column does not update it. */
    outcome: json<{ readonly version: number; readonly outcome: Outcome }>(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    unique('experiments_toggle_unique').on(table.environmentId, table.toggleId),
    unique('experiments_application_unique').on(table.applicationId, table.id),
    index('experiments_application_index').on(table.applicationId, table.toggleId),
    foreignKey({
      name: 'experiments_environment',
      columns: [table.applicationId, table.environmentId],
      foreignColumns: [environments.applicationId, environments.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'experiments_toggle',
      columns: [table.applicationId, table.toggleId],
      foreignColumns: [toggles.applicationId, toggles.id],
    }),
  ],
);

/** The entities that the rules of an experiment use. Their foreign keys define "in use". */
export const experimentProperties = pgTable(
  'experiment_properties',
  {
    applicationId: uuid().notNull(),
    experimentId: uuid().notNull(),
    propertyId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.experimentId, table.propertyId] }),
    index('experiment_properties_index').on(table.propertyId),
    foreignKey({
      name: 'experiment_properties_experiment',
      columns: [table.applicationId, table.experimentId],
      foreignColumns: [experiments.applicationId, experiments.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'experiment_properties_use',
      columns: [table.applicationId, table.propertyId],
      foreignColumns: [properties.applicationId, properties.id],
    }),
  ],
);

export const experimentTargetGroups = pgTable(
  'experiment_target_groups',
  {
    applicationId: uuid().notNull(),
    experimentId: uuid().notNull(),
    targetGroupId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.experimentId, table.targetGroupId] }),
    index('experiment_target_groups_index').on(table.targetGroupId),
    foreignKey({
      name: 'experiment_target_groups_experiment',
      columns: [table.applicationId, table.experimentId],
      foreignColumns: [experiments.applicationId, experiments.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'experiment_target_groups_use',
      columns: [table.applicationId, table.targetGroupId],
      foreignColumns: [targetGroups.applicationId, targetGroups.id],
    }),
  ],
);

export const experimentDependencies = pgTable(
  'experiment_dependencies',
  {
    applicationId: uuid().notNull(),
    experimentId: uuid().notNull(),
    toggleId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.experimentId, table.toggleId] }),
    index('experiment_dependencies_index').on(table.toggleId),
    foreignKey({
      name: 'experiment_dependencies_experiment',
      columns: [table.applicationId, table.experimentId],
      foreignColumns: [experiments.applicationId, experiments.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'experiment_dependencies_use',
      columns: [table.applicationId, table.toggleId],
      foreignColumns: [toggles.applicationId, toggles.id],
    }),
  ],
);
