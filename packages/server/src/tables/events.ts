import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { applications, environments } from './applications.ts';
import { at, createdAt } from './columns.ts';

/** What makes units of user ids: in no answer, export or snapshot, and kept when keys are replaced. */
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
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    lastEventAt: at(),
    createdAt: createdAt(),
  },
  (table) => [unique('event_keys_key_unique').on(table.applicationId, table.key)],
);

/**
 * The first time in a phase that a unit got its value. Rows come and go by the million, so nothing
 * refers to other tables; what belongs to nobody any more is swept.
 */
export const exposures = pgTable(
  'exposures',
  {
    phaseId: uuid().notNull(),
    unit: uuid().notNull(),
    firstAt: at().notNull(),
    /**
     * The latest that `firstAt` ever was, where it moved: the days between are to be counted anew. What is null takes
     * no room.
     */
    touchedAt: at(),
    bucket: integer().notNull(),
    valueIx: smallint().notNull(),
    /** Its bucket had another value in the phase before, so it is left out. */
    carried: boolean().notNull(),
    /** More events a day than a person has. */
    bot: boolean().notNull().default(false),
    segments: smallint().array(),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.unit] }),
    // Rows come in about the order of time: a thousandth of the size of a btree.
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
    /** Sent with the key of the environment. */
    trusted: boolean().notNull(),
    /** Its time was mended by more than a minute. */
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

/** Units whose figures are to be made anew. A unit may stand here often; rows are only added and taken. */
export const touchedUnits = pgTable('touched_units', {
  environmentId: uuid().notNull(),
  unit: uuid().notNull(),
});

/** Phases that were counted anew, and of which is to be kept and told what follows; rows are taken when that is done. */
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
    /** As the exposure has them. */
    segments: smallint().array(),
  },
  (table) => [
    primaryKey({ columns: [table.phaseId, table.metricNo, table.unit] }),
    index('unit_values_cohort_index').on(table.phaseId, table.cohortDay),
  ],
);

/** Centred, of the figures of some units. */
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
    /** Of all that are not carried, bots too. */
    units: integer().notNull(),
    carried: integer().notNull(),
    bots: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.phaseId, table.valueIx, table.cohortDay] })],
);

/** What happened how often in an hour: events by key, refusals by code, evaluations of measured rules. */
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
    // What results ask of the months of a phase.
    index('event_counters_code_index').on(table.environmentId, table.kind, table.code, table.hour),
  ],
);

/** The values of a property that a phase has seen; the twenty first have a name. */
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

/** The same as `cohort_moments`, of the units that have one value of a property; those without a name are one. */
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
      name: 'segment_moments_pk', // Its own would be too long.
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

/** The same as `cohort_units`, of the units that have one value of a property. */
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
