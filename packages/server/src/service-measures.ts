import type { EvaluationTally } from './evaluation/count-evaluations.ts';
import type { StreamLimit } from './evaluation/stream-limit.ts';
import { measureDeliveries } from './notifications/delivery-repository.ts';
import { createTally, type Tally } from './platform/base/tally.ts';
import type { Sql } from './platform/database/sql.ts';
import type { Storage } from './platform/database/storage.ts';
import { measureMails } from './platform/mail/mail-queue.ts';
import { countOf, type Measure } from './platform/process/measure.ts';
import type { StoredSnapshots } from './snapshot/database-snapshots.ts';

/** The counters that are incremented when events happen. */
export interface Tallies {
  readonly evaluations: EvaluationTally;
  readonly changes: Tally<'by'>;
  readonly mails: Tally<'outcome'>;
  readonly deliveries: Tally<'outcome'>;
  readonly databaseRestarts: Tally<never>;
  readonly exposuresDropped: Tally<'environment'>;
}

export function createTallies(): Tallies {
  return {
    evaluations: createTally('environment', 'kind'),
    changes: createTally('by'),
    mails: createTally('outcome'),
    deliveries: createTally('outcome'),
    databaseRestarts: createTally(),
    exposuresDropped: createTally('environment'),
  };
}

interface Measured {
  readonly sql: Sql;
  readonly snapshots: Pick<StoredSnapshots, 'held'>;
  readonly streamLimit: StreamLimit;
  readonly storage: Storage;
}

/** The metrics of the service itself. docs/operating.md explains them. */
export function serviceMeasures(tallies: Tallies, measured: Measured): Measure[] {
  return [...countedMeasures(tallies), ...queueMeasures(measured.sql), ...heldMeasures(measured)];
}

function countedMeasures(tallies: Tallies): Measure[] {
  return [
    countOf(tallies.evaluations, {
      name: 'comporta_evaluations_total',
      help: 'Answers to systems that ask for toggles, by environment and by what was asked.',
      labels: ['environment', 'kind'],
    }),
    countOf(tallies.changes, {
      name: 'comporta_changes_found_total',
      help: 'Environments that changed: told by a notification of the database, or found by looking because none came.',
      labels: ['by'],
    }),
    countOf(tallies.mails, {
      name: 'comporta_mails_total',
      help: 'Attempts to send a mail.',
      labels: ['outcome'],
    }),
    countOf(tallies.deliveries, {
      name: 'comporta_webhook_deliveries_total',
      help: 'Attempts to send a notification to a webhook.',
      labels: ['outcome'],
    }),
    countOf(tallies.exposuresDropped, {
      name: 'comporta_exposures_dropped_total',
      help: 'Exposures of evaluations that were not recorded, because too many waited or the database was away.',
      labels: ['environment'],
    }),
    countOf(tallies.databaseRestarts, {
      name: 'comporta_embedded_database_restarts_total',
      help: 'How often the embedded PostgreSQL ended unexpectedly and was started again.',
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
      help: 'Mails and notifications that wait to be sent.',
      labels: ['queue'],
      read: async () =>
        (await both()).map(([queue, { count }]) => ({ labels: { queue }, value: count })),
    },
    {
      type: 'gauge',
      name: 'comporta_queue_oldest_seconds',
      help: 'How long the oldest of them has waited; 0 when none does.',
      labels: ['queue'],
      read: async () =>
        (await both()).map(([queue, { oldestSeconds }]) => ({
          labels: { queue },
          value: oldestSeconds,
        })),
    },
  ];
}

function heldMeasures({ snapshots, streamLimit, storage }: Measured): Measure[] {
  const ofEach = (value: (one: ReturnType<typeof snapshots.held>[number]) => number) => () =>
    snapshots.held().map((one) => ({ labels: { environment: one.id }, value: value(one) }));
  return [
    {
      type: 'gauge',
      name: 'comporta_snapshot_revision',
      help: 'The revision that this node answers from. Nodes that differ for seconds do not hear of changes.',
      labels: ['environment'],
      read: ofEach(({ revision }) => revision),
    },
    {
      type: 'gauge',
      name: 'comporta_snapshot_loaded_seconds',
      help: 'How long ago the snapshot was read.',
      labels: ['environment'],
      read: ofEach(({ ageSeconds }) => ageSeconds),
    },
    {
      type: 'gauge',
      name: 'comporta_event_streams',
      help: 'Event streams that are open.',
      read: () => [{ value: streamLimit.open() }],
    },
    {
      type: 'gauge',
      name: 'comporta_storage_has_room',
      help: '1 while there is room to save; 0 when saving is refused with STORAGE_FULL.',
      read: async () => [{ value: (await storage.hasRoom()) ? 1 : 0 }],
    },
  ];
}
