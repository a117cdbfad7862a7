import { admissionMeasures } from './evaluation/admission/admission-measures.ts';
import type { Admission } from './evaluation/admission/admit.ts';
import type { EvaluationTally } from './evaluation/count-evaluations.ts';
import type { DayQuota } from './evaluation/events/day-quota.ts';
import type { StreamLimit } from './evaluation/stream-limit.ts';
import { measureDeliveries } from './notifications/delivery-repository.ts';
import type { Pulse } from './platform/base/pulse.ts';
import { createTally, type Tally } from './platform/base/tally.ts';
import type { Sql } from './platform/database/sql.ts';
import type { Storage } from './platform/database/storage.ts';
import { measureMails } from './platform/mail/mail-queue.ts';
import { countOf, type Measure } from './process/measure.ts';
import type { StoredSnapshots } from './snapshot/database-snapshots.ts';

/** The counters that are incremented when events happen. */
export interface Tallies {
  readonly evaluations: EvaluationTally;
  readonly changes: Tally<'by'>;
  readonly mails: Tally<'outcome'>;
  readonly deliveries: Tally<'outcome'>;
  readonly databaseRestarts: Tally<never>;
  readonly snapshotsDropped: Tally<never>;
  readonly exposuresDropped: Tally<'environment'>;
  readonly countersDropped: Tally<'environment'>;
}

export function createTallies(): Tallies {
  return {
    evaluations: createTally('environment', 'kind'),
    changes: createTally('by'),
    mails: createTally('outcome'),
    deliveries: createTally('outcome'),
    databaseRestarts: createTally(),
    snapshotsDropped: createTally(),
    exposuresDropped: createTally('environment'),
    countersDropped: createTally('environment'),
  };
}

interface Measured {
  readonly sql: Sql;
  readonly snapshots: Pick<StoredSnapshots, 'held' | 'budget'>;
  readonly streamLimit: StreamLimit;
  readonly storage: Storage;
  readonly admission: Admission;
  readonly dayQuota: DayQuota;
  /** The store of events, where it is not the database. */
  readonly events: Pick<Pulse, 'away'> | undefined;
}

/** The metrics of the service itself. docs/operating.md explains them. */
export function serviceMeasures(tallies: Tallies, measured: Measured): Measure[] {
  return [
    ...countedMeasures(tallies),
    ...queueMeasures(measured.sql),
    ...heldMeasures(measured),
    ...eventStoreMeasures(measured),
    ...admissionMeasures(measured.admission),
  ];
}

function countedMeasures(tallies: Tallies): Measure[] {
  return [
    countOf(tallies.evaluations, {
      name: 'comporta_evaluations_total',
      help: 'Responses to systems that fetch toggles, by environment and kind of request.',
      labels: ['environment', 'kind'],
    }),
    countOf(tallies.changes, {
      name: 'comporta_changes_found_total',
      help: 'Changes of environments, by how this node learned of them: a notification of the database, or looking where none came.',
      labels: ['by'],
    }),
    countOf(tallies.mails, {
      name: 'comporta_mails_total',
      help: 'Attempts to send a mail, by outcome.',
      labels: ['outcome'],
    }),
    countOf(tallies.deliveries, {
      name: 'comporta_webhook_deliveries_total',
      help: 'Attempts to send a notification to a webhook, by outcome.',
      labels: ['outcome'],
    }),
    countOf(tallies.exposuresDropped, {
      name: 'comporta_exposures_dropped_total',
      help: 'Exposures that were not recorded, because too many waited or the database was unavailable.',
      labels: ['environment'],
    }),
    countOf(tallies.countersDropped, {
      name: 'comporta_event_counters_dropped_total',
      help: 'Counts of events that found no room, because an environment had too many counters.',
      labels: ['environment'],
    }),
    countOf(tallies.snapshotsDropped, {
      name: 'comporta_snapshots_dropped_total',
      help: 'Environments that were dropped from memory to keep within SNAPSHOT_TOGGLES; their next request loads them again.',
      labels: [],
    }),
    countOf(tallies.databaseRestarts, {
      name: 'comporta_embedded_database_restarts_total',
      help: 'How often the embedded PostgreSQL ended unexpectedly and was restarted.',
      labels: [],
    }),
  ];
}

function queueMeasures(sql: Sql): Measure[] {
  // While the database is unavailable there are no values; the other metrics are still returned.
  const both = async () =>
    Promise.all([measureMails(sql), measureDeliveries(sql)]).then(
      ([mails, webhooks]) => Object.entries({ mails, webhooks }),
      () => [],
    );
  return [
    {
      type: 'gauge',
      name: 'comporta_queue_length',
      help: 'Number of mails and notifications that wait to be sent.',
      labels: ['queue'],
      read: async () =>
        (await both()).map(([queue, { count }]) => ({ labels: { queue }, value: count })),
    },
    {
      type: 'gauge',
      name: 'comporta_queue_oldest_seconds',
      help: 'Waiting time of the oldest mail or notification in the queue; 0 when the queue is empty.',
      labels: ['queue'],
      read: async () =>
        (await both()).map(([queue, { oldestSeconds }]) => ({
          labels: { queue },
          value: oldestSeconds,
        })),
    },
  ];
}

function eventStoreMeasures({ events }: Measured): Measure[] {
  return [
    {
      type: 'gauge',
      name: 'comporta_event_store_up',
      help: '1 while ClickHouse answers; 0 while events are answered 503 because it does not. No value without EVENTS_URL.',
      read: () => (events === undefined ? [] : [{ value: events.away() === undefined ? 1 : 0 }]),
    },
  ];
}

function heldMeasures({ snapshots, streamLimit, storage, dayQuota }: Measured): Measure[] {
  const ofEach = (value: (one: ReturnType<typeof snapshots.held>[number]) => number) => () =>
    snapshots.held().map((one) => ({ labels: { environment: one.id }, value: value(one) }));
  return [
    {
      type: 'gauge',
      name: 'comporta_snapshot_revision',
      help: 'The revision of the snapshot that this node serves. Nodes that differ for seconds do not receive changes.',
      labels: ['environment'],
      read: ofEach(({ revision }) => revision),
    },
    {
      type: 'gauge',
      name: 'comporta_snapshot_loaded_seconds',
      help: 'Time since this node read the snapshot.',
      labels: ['environment'],
      read: ofEach(({ ageSeconds }) => ageSeconds),
    },
    {
      type: 'gauge',
      name: 'comporta_snapshot_toggles',
      help: 'What the environments in memory count for in SNAPSHOT_TOGGLES.',
      read: () => [{ value: snapshots.budget().toggles }],
    },
    {
      type: 'gauge',
      name: 'comporta_snapshots_over_budget',
      help: '1 while the environments in use have more toggles than SNAPSHOT_TOGGLES, so that none may be dropped.',
      read: () => [{ value: snapshots.budget().isOver ? 1 : 0 }],
    },
    {
      type: 'gauge',
      name: 'comporta_event_streams',
      help: 'Number of open event streams.',
      read: () => [{ value: streamLimit.open() }],
    },
    {
      type: 'gauge',
      name: 'comporta_events_today_ratio',
      help: 'The part of EVENTS_PER_DAY that the environment with the most events of this UTC day has stored; at 1 its events are refused.',
      read: () => [{ value: dayQuota.fullest() }],
    },
    {
      type: 'gauge',
      name: 'comporta_storage_has_room',
      help: '1 while there is enough disk space to save; 0 while changes are refused with STORAGE_FULL.',
      read: async () => [{ value: (await storage.hasRoom()) ? 1 : 0 }],
    },
  ];
}
