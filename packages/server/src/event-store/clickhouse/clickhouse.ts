import type { Log } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';

/** Of a call that stores; a longer silence is an absence. Source: SCL-41. */
const CALL_MS = 5_000;
/** Of a query that counts. Source: SCL-44. */
export const COUNT_SECONDS = 300;

/** Values of `{name:Type}` in a statement. Times are passed in milliseconds since 1970. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface ClickHouse {
  readonly database: string;
  /** Stores rows whole; resolves when they are on its disk. */
  insert(table: string, rows: readonly (readonly unknown[])[], extent?: Extent): Promise<void>;
  read<Row>(query: string, parameters?: Parameters, extent?: Extent): Promise<Row[]>;
  /** Runs a statement without a result. */
  run(statement: string, parameters?: Parameters, extent?: Extent): Promise<void>;
  close(): Promise<void>;
}

interface Extent {
  /** By default 5. */
  readonly mostSeconds?: number;
  readonly abort?: AbortSignal | undefined;
}

/**
 * Settings of every call. Repeats of an event are in one partition, because its day follows from its id; and an import
 * may bring the events of more than a hundred days at once.
 */
const SETTINGS = {
  async_insert: 0,
  wait_end_of_query: 1,
  date_time_input_format: 'best_effort',
  do_not_merge_across_partitions_select_final: 1,
  join_use_nulls: 0,
  lightweight_deletes_sync: '2',
  max_partitions_per_insert_block: '0',
  output_format_json_quote_64bit_integers: 0,
  // The fast way may miss a number by its last bit.
  precise_float_parsing: 1,
} as const;

/** Opens a client of the server at a `clickhouse://` URL. Its package is loaded only here. */
export async function openClickHouse(url: string, log: Log): Promise<ClickHouse> {
  const { createClient } = (await import('@clickhouse/client')).default;
  const { ClickHouseLogger } = await import('./clickhouse-logger.ts');
  const at = new URL(url);
  const database = decodeURIComponent(at.pathname.slice(1)) || 'default';
  const client = createClient({
    url: `${at.protocol === 'clickhouses:' ? 'https' : 'http'}://${at.host}`,
    username: decodeURIComponent(at.username) || 'default',
    password: decodeURIComponent(at.password),
    database,
    application: 'comporta',
    request_timeout: (COUNT_SECONDS + 5) * 1_000,
    compression: { request: true, response: true },
    clickhouse_settings: SETTINGS,
    log: { LoggerClass: ClickHouseLogger.writingTo(log) },
  });

  /** Ends a call that takes too long, or that its caller gives up. */
  async function within<Result>(
    seconds: number,
    call: (signal: AbortSignal) => Promise<Result>,
    abort?: AbortSignal,
  ): Promise<Result> {
    const ends = AbortSignal.timeout(1_000 * seconds);
    try {
      return await call(abort === undefined ? ends : AbortSignal.any([abort, ends]));
    } catch (error) {
      throw isPassingFailure(error)
        ? new Rejection('SERVICE_UNAVAILABLE', undefined, { cause: error })
        : error;
    }
  }

  const callOf = (parameters: Parameters, seconds: number) => ({
    query_params: { ...parameters },
    clickhouse_settings: { max_execution_time: seconds },
  });

  return {
    database,
    insert: (table, rows, { mostSeconds = CALL_MS / 1_000, abort } = {}) =>
      within(
        mostSeconds,
        async (signal) => {
          if (rows.length === 0) return;
          await client.insert({
            table,
            values: rows,
            format: 'JSONCompactEachRow',
            abort_signal: signal,
          });
        },
        abort,
      ),
    read: (query, parameters = {}, { mostSeconds = CALL_MS / 1_000, abort } = {}) =>
      within(
        mostSeconds,
        async (signal) => {
          const answer = await client.query({
            query,
            format: 'JSONEachRow',
            abort_signal: signal,
            ...callOf(parameters, mostSeconds),
          });
          return answer.json();
        },
        abort,
      ),
    run: (query, parameters = {}, { mostSeconds = CALL_MS / 1_000 } = {}) =>
      within(mostSeconds, async (signal) => {
        await client.command({ query, abort_signal: signal, ...callOf(parameters, mostSeconds) });
      }),
    close: () => client.close(),
  };
}

/**
 * Codes of refusals that say nothing about the rows: too slow, too many queries, no memory or disk, read-only, not
 * allowed in, a table that is not there, too many parts, shutting down.
 */
const PASSING = new Set(
  '60 81 159 160 164 192 194 201 202 203 209 210 225 236 241 242 243 252 285 319 394 492 516 745'.split(
    ' ',
  ),
);

/** Whether a call failed for a reason that says nothing about its rows. */
function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  const code = 'code' in error ? String(error.code) : '';
  // The server answers a number; a broken connection has a name, and other failures of the client have no code.
  return /^\d+$/.test(code) ? PASSING.has(code) : true;
}
