import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { environments } from './applications.ts';
import { at, createdAt, partOf } from './columns.ts';

/**
 * How often programs asked for a toggle on a UTC day and got a value. Rows are many, so there are no foreign keys; those of
 * deleted environments and toggles are swept. Source: LIF-03.
 */
export const toggleUses = pgTable(
  'toggle_uses',
  {
    environmentId: uuid().notNull(),
    day: date().notNull(),
    toggleId: uuid().notNull(),
    /** The mark of the value; null for one that the toggle does not have, and where there was no room for details. */
    value: text(),
    /** Null where no rule decided, or one that the toggle does not have. */
    ruleId: uuid(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    unique('toggle_uses_unique')
      .on(table.environmentId, table.day, table.toggleId, table.value, table.ruleId)
      .nullsNotDistinct(),
  ],
);

/**
 * Programs that asked for toggles of an environment: at most 200 of each, then all others are the one without a name.
 * Browsers are one, too, with their common product `Mozilla`. Source: LIF-08.
 */
export const usageClients = pgTable(
  'usage_clients',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    environmentId: partOf(() => environments.id),
    /** Of an environment key; anybody may have a client key. */
    trusted: boolean().notNull(),
    /** Empty where the program names no service. */
    service: text().notNull().default(''),
    /** The first product of the User-Agent; empty for others. */
    sdk: text().notNull().default(''),
    version: text().notNull().default(''),
    createdAt: createdAt(),
    /** When it last asked for anything. */
    askedAt: at().notNull(),
    /** When it last got values whose uses it does not report. */
    silentAt: at(),
    /** When uses of it were last counted. */
    countedAt: at(),
  },
  (table) => [
    unique('usage_clients_unique').on(
      table.environmentId,
      table.trusted,
      table.sdk,
      table.version,
      table.service,
    ),
  ],
);

/** When a client last used a toggle. Without foreign keys, as `toggle_uses`. */
export const toggleClients = pgTable(
  'toggle_clients',
  {
    environmentId: uuid().notNull(),
    toggleId: uuid().notNull(),
    clientId: integer().notNull(),
    lastUseAt: at().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.toggleId, table.clientId] })],
);

/** The processes that report uses, so that a report sent again counts once. Gone after 8 days. Source: LIF-05. */
export const usageSenders = pgTable(
  'usage_senders',
  {
    environmentId: uuid().notNull(),
    sender: uuid().notNull(),
    clientId: integer().notNull(),
    /** The number of its last report; 0 while it has sent none. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** When it was first and last heard of, by a report or a request. */
    firstAt: at().notNull(),
    lastAt: at().notNull(),
    /** Whether it said that its last report was the last. */
    ended: boolean().notNull().default(false),
    /** Whether its client was told silent because of it, or need not be (LIF-26). */
    judged: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.sender] }),
    index('usage_senders_open_index').on(table.lastAt).where(sql`not ${table.judged}`),
  ],
);

/** One row: since when uses are counted. A node of a release before counts none. Source: LIF-21. */
export const usageState = pgTable(
  'usage_state',
  {
    id: integer().primaryKey().default(1),
    countingSince: at().notNull().defaultNow(),
  },
  (table) => [check('usage_state_one_row', sql`${table.id} = 1`)],
);

/** Names that programs asked for and that the environment lacked. Source: LIF-15. */
export const unknownToggles = pgTable(
  'unknown_toggles',
  {
    environmentId: partOf(() => environments.id),
    name: text().notNull(),
    /** Anybody may have a client key, and make names up. */
    byClientKey: boolean().notNull(),
    firstAt: at().notNull(),
    lastAt: at().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.byClientKey, table.name] })],
);
