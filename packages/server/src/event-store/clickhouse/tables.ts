import type { ClickHouse } from './clickhouse.ts';

/** The first version with what the queries use. */
const OLDEST = [25, 8] as const;
export const OLDEST_VERSION = OLDEST.join('.');

/**
 * Tables of events and exposures. `at` is not in the key of an event: a repeat of one with a corrected time has another.
 * Of equal events, that with the largest `first` stays, which is the one received first. Each insert is on the disk when it is answered.
 */
const STATEMENTS = [
  `create table if not exists comporta_events (
    environment_id UUID, event_key_id UInt32, unit UUID, event_id UUID, day Date,
    at DateTime64(3, 'UTC'), value Nullable(Float64), trusted Bool, skewed Bool, first UInt64, moved Bool)
  engine = ReplacingMergeTree(first) partition by day
  order by (environment_id, event_key_id, unit, event_id)
  settings fsync_after_insert = 1, fsync_part_directory = 1`,
  `create table if not exists comporta_exposures (
    phase_id UUID, unit UUID, first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    bucket SimpleAggregateFunction(any, UInt32), value_ix SimpleAggregateFunction(any, Int16),
    carried SimpleAggregateFunction(any, Bool), segments SimpleAggregateFunction(any, Array(Int16)),
    moved SimpleAggregateFunction(max, Bool))
  engine = AggregatingMergeTree order by (phase_id, unit)
  settings fsync_after_insert = 1, fsync_part_directory = 1`,
];

/** The version of a server that is too old; undefined when it can be used. */
export async function unusableVersion(clickhouse: ClickHouse): Promise<string | undefined> {
  const [found] = await clickhouse.read<{ version: string }>('select version() as version');
  const version = found?.version ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isUsable = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isUsable ? undefined : version;
}

/** Whether a database has events already. */
export async function hasRows(clickhouse: ClickHouse): Promise<boolean> {
  const [found] = await clickhouse.read<{ rows: number }>(
    `select (select count() from (select 1 from comporta_events limit 1))
      + (select count() from (select 1 from comporta_exposures limit 1)) as rows`,
  );
  return (found?.rows ?? 0) > 0;
}

export async function makeTables(clickhouse: ClickHouse): Promise<void> {
  for (const statement of STATEMENTS) await clickhouse.run(statement);
}
