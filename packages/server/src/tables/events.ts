import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { applications, environments } from './applications.ts';
import { at, createdAt, partOf } from './columns.ts';

/** The secrets that turn user ids into units: in no response, export or snapshot, and kept when keys are replaced. */
export const unitSecrets = pgTable('unit_secrets', {
  environmentId: uuid()
    .primaryKey()
    .references(() => environments.id, { onDelete: 'cascade' }),
  /** 32 random bytes, in base64url. */
  secret: text().notNull(),
  createdAt: createdAt(),
});

export const eventKeys = pgTable(
  'event_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    applicationId: partOf(() => applications.id),
    key: text().notNull(),
    lastEventAt: at(),
    createdAt: createdAt(),
    /** Which kind of key sent it first. CLIENT keys of the application are few, because anybody may make them up (FAIR-26). */
    introducedBy: text().$type<'SERVER' | 'CLIENT'>().notNull().default('SERVER'),
    /** The row goes a day later, when every node has read the list again (FAIR-27). */
    deletedAt: at(),
  },
  (table) => [unique('event_keys_key_unique').on(table.applicationId, table.key)],
);

/**
 * The first time in a phase that a unit got its value. Rows are added and removed by the million, so there are no foreign
 * keys; rows of deleted phases are swept.
 */
export const exposures = pgTable(
  'exposures',
  {
    phaseId: uuid().notNull(),
    unit: uuid().notNull(),
    firstAt: at().notNull(),
    /**
     * The latest value that `firstAt` ever had, if it moved: the days in between must be recounted. Null otherwise, which
     * takes no space.
     */
    touchedAt: at(),
    bucket: integer().notNull(),
    valueIx: smallint().notNull(),
    /**
     * The unit is left out: its bucket had another value in the previous phase of a former release, or the phase counts new
     * users only and the unit was in an earlier one.
     */
    carried: boolean().notNull(),
    /** The unit had more events on a day than a person has. */
    bot: boolean().notNull().default(false),
    segments: smallint().array(),
    /** The unit had another value in an earlier phase of the analysis; noted when it is counted (RES-102). */
    marked: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.unit] }),
    // Rows arrive roughly in time order, so BRIN works and has a thousandth of the size of a B-tree.
    index('exposures_time_index').using('brin', table.firstAt),
  ],
);

/** Partitioned by day, see the migration. */
export const metricEvents = pgTable(
  'metric_events',
  {
    environmentId: uuid().notNull(),
    eventId: uuid().notNull(),
    unit: uuid().notNull(),
    at: at().notNull(),
    value: doublePrecision(),
    day: date().notNull(),
    eventKeyId: integer().notNull(),
    /** The event was sent with the key of the environment. */
    trusted: boolean().notNull(),
    /** Its time was corrected by more than a minute. */
    skewed: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.environmentId, table.eventId] }),
    index('metric_events_unit_index').on(
      table.environmentId,
      table.unit,
      table.eventKeyId,
      table.at,
    ),
  ],
);

/** Units whose figures must be recomputed. A unit may have several rows; rows are only inserted and deleted. */
export const touchedUnits = pgTable(
  'touched_units',
  {
    environmentId: uuid().notNull(),
    unit: uuid().notNull(),
    /** Not counted before; null: at once. */
    dueAt: at(),
  },
  // Counting takes an equal part of each environment (FAIR-18).
  (table) => [index('touched_units_environment_index').on(table.environmentId)],
);

/** Phases that were recounted and whose results must be stored and sent; rows are deleted when that is done. */
export const recountedPhases = pgTable('recounted_phases', {
  phaseId: uuid().primaryKey(),
  recountedAt: createdAt(),
});

/** The figures of the units that have an event; those of all others are 0. */
export const unitValues = pgTable(
  'unit_values',
  {
    phaseId: uuid().notNull(),
    unit: uuid().notNull(),
    metricNo: smallint().notNull(),
    valueIx: smallint().notNull(),
    cohortDay: date().notNull(),
    y: doublePrecision().notNull(),
    d: doublePrecision(),
    x: doublePrecision(),
    /** The segments of the exposure. */
    segments: smallint().array(),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.metricNo, table.unit] }),
    index('unit_values_cohort_index').on(table.phaseId, table.cohortDay),
  ],
);

/** Centred moments of the figures of some units. */
const moments = () => ({
  n: integer().notNull(),
  positive: integer().notNull(),
  capped: integer().notNull(),
  mean: doublePrecision().notNull(),
  m2: doublePrecision().notNull(),
  dMean: doublePrecision(),
  dM2: doublePrecision(),
  dC: doublePrecision(),
  xMean: doublePrecision(),
  xM2: doublePrecision(),
  xC: doublePrecision(),
});

/** Moments of the units that were exposed on one day. */
export const cohortMoments = pgTable(
  'cohort_moments',
  {
    phaseId: uuid().notNull(),
    metricNo: smallint().notNull(),
    valueIx: smallint().notNull(),
    cohortDay: date().notNull(),
    ...moments(),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.metricNo, table.valueIx, table.cohortDay] }),
  ],
);

/** How many units were exposed on one day. */
export const cohortUnits = pgTable(
  'cohort_units',
  {
    phaseId: uuid().notNull(),
    valueIx: smallint().notNull(),
    cohortDay: date().notNull(),
    /** Units that are not carried, including bots. */
    units: integer().notNull(),
    carried: integer().notNull(),
    bots: integer().notNull(),
    /** Of `units`, those that had another value in an earlier phase, without bots that are left out. */
    marked: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.phaseId, table.valueIx, table.cohortDay] })],
);

/** Counters per hour: events by key, refusals by code, evaluations of measured rules. */
export const eventCounters = pgTable(
  'event_counters',
  {
    environmentId: uuid().notNull(),
    hour: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    kind: text().notNull(),
    code: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.hour, table.kind, table.code] }),
    // For the results, which read the months of a phase.
    index('event_counters_code_index').on(table.environmentId, table.kind, table.code, table.hour),
  ],
);

/** The named values of a property in a phase: the first twenty that arrived. */
export const segmentLevels = pgTable(
  'segment_levels',
  {
    phaseId: uuid().notNull(),
    segment: smallint().notNull(),
    level: smallint().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.segment, table.level] }),
    unique('segment_levels_name_unique').on(table.phaseId, table.segment, table.name),
  ],
);

/** As `cohort_moments`, for the units with one value of a property; all unnamed values share one level. */
export const segmentMoments = pgTable(
  'segment_moments',
  {
    phaseId: uuid().notNull(),
    segment: smallint().notNull(),
    metricNo: smallint().notNull(),
    level: smallint().notNull(),
    valueIx: smallint().notNull(),
    cohortDay: date().notNull(),
    ...moments(),
  },
  (table) => [
    primaryKey({
      name: 'segment_moments_pk', // The default name would be too long.
      columns: [
        table.phaseId,
        table.segment,
        table.metricNo,
        table.level,
        table.valueIx,
        table.cohortDay,
      ],
    }),
  ],
);

/** As `cohort_units`, for the units with one value of a property. */
export const segmentUnits = pgTable(
  'segment_units',
  {
    phaseId: uuid().notNull(),
    segment: smallint().notNull(),
    level: smallint().notNull(),
    valueIx: smallint().notNull(),
    cohortDay: date().notNull(),
    units: integer().notNull(),
    carried: integer().notNull(),
    bots: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.phaseId, table.segment, table.level, table.valueIx, table.cohortDay],
    }),
  ],
);

/** Environments whose raw events in another store changed, by the minute in which they did. */
export const touchedEnvironments = pgTable(
  'touched_environments',
  {
    environmentId: uuid().notNull(),
    /** Values of a property changed, and not users: they are counted every five minutes. */
    ofProperty: boolean().notNull(),
    minute: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** The earliest event or exposure. */
    since: at().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.ofProperty, table.minute] })],
);

/** One row: where raw events and exposures are stored. Its trigger keeps them out of the other place. Source: SCL-48. */
export const eventStore = pgTable(
  'event_store',
  {
    id: integer().primaryKey().default(1),
    state: text().$type<'POSTGRES' | 'MOVING' | 'CLICKHOUSE'>().notNull().default('POSTGRES'),
    /** Where the move has come to; null when none has begun. */
    position: jsonb().$type<{
      /** The days that had events when it began, and how many of them are moved. */
      readonly days: number;
      readonly daysDone: number;
      /** The day that is being moved; null once exposures are, which come after the days. */
      readonly day: string | null;
      /** The last row that was moved: environment and event, or phase and unit. */
      readonly after: readonly [string, string] | null;
    }>(),
  },
  (table) => [check('event_store_one_row', sql`${table.id} = 1`)],
);
