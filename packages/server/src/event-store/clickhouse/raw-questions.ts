import type { Sql } from '../../platform/database/database.ts';
import type { EventUsers, GoalOfPhase, GoalProgress, RawEvents, Sample } from '../raw-events.ts';
import type { ClickHouse } from './clickhouse.ts';
import {
  environmentsOf,
  findEventKeyId,
  namesOfKeys,
  noteAnalysis,
  phasesOf,
} from './own-database-repository.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE_DAYS = 7;
/** At most so many rows are read: beyond that, an exact count makes no difference. */
const LOOKED_AT = 10_000;
/** So many rows tell enough, whatever the environment has. */
const SAMPLED_ROWS = 5_000;
const FOREVER_MS = Date.parse('2299-01-01T00:00:00Z');
const NOTHING: GoalProgress = {
  unitEvents: 0,
  countedEvents: 0,
  earlyEvents: 0,
  skewedEvents: 0,
  skewMinutes: 0,
};

/** The partition of an event is at most nine days before its time (RES-22). */
const SINCE = `toUnixTimestamp64Milli(at) >= {since:Int64}
  and day >= toDate(fromUnixTimestamp64Milli({since:Int64}, 'UTC')) - 9`;

/** What the raw events in ClickHouse answer, as PostgreSQL does. Event keys and phases are in the service's own database. */
export function askRawEvents(sql: Sql, clickhouse: ClickHouse): RawEvents {
  return {
    async keyTotals(environmentId, sample) {
      const sums = ['events', 'event_squares', 'sums', 'squares', 'ratio_sums'] as const;
      type Row = { readonly id: number; readonly units: number; readonly only_pages: number } & {
        readonly [Name in (typeof sums)[number]]: number;
      };
      const rows = await clickhouse.read<Row>(
        `select event_key_id as id, count() as units, sum(u_events) as events,
          sum(u_events * u_events) as event_squares, sum(u_total) as sums,
          sum(u_total * u_total) as squares, sum(u_ratio) as ratio_sums,
          sum(u_pages) > 0 and sum(u_servers) = 0 as only_pages
        from (
          select event_key_id, unit, toFloat64(count()) as u_events, sum(ifNull(value, 0)) as u_total,
            sum(ifNull(value, 1)) as u_ratio,
            countIf(not trusted and toUnixTimestamp64Milli(at) >= {week:Int64}) as u_pages,
            countIf(trusted and toUnixTimestamp64Milli(at) >= {week:Int64}) as u_servers
          from comporta_events final
          where environment_id = {environment:UUID} and ${SINCE} and ${isSampled(sample)}
          group by event_key_id, unit
        ) group by event_key_id`,
        { ...sampled(environmentId, sample), week: Date.now() - PAGE_DAYS * DAY_MS },
      );
      const names = await namesOfKeys(
        sql,
        rows.map(({ id }) => id),
      );
      return new Map(
        rows.flatMap((row) => {
          const name = names.get(row.id);
          if (name === undefined) return [];
          const totals = {
            units: row.units,
            events: row.events,
            eventSquares: row.event_squares,
            sum: row.sums,
            squares: row.squares,
            ratioSum: row.ratio_sums,
            onlyPages: Boolean(row.only_pages),
          };
          return [[name, totals] as const];
        }),
      );
    },

    async everybody(environmentId, sample) {
      const now = Date.now();
      const [found] = await clickhouse.read<{ units: number; first: number }>(
        `select uniqExact(unit) as units, min(at_ms) as first from (
          select unit, toUnixTimestamp64Milli(at) as at_ms from comporta_events final
          where environment_id = {environment:UUID} and ${SINCE} and ${isSampled(sample)}
          union all
          select unit, toUnixTimestamp64Milli(first_at) as at_ms from comporta_exposures final
          where phase_id in {phases:Array(UUID)} and at_ms >= {since:Int64} and ${isSampled(sample)})`,
        { ...sampled(environmentId, sample), phases: await phasesOf(sql, environmentId) },
      );
      const units = found?.units ?? 0;
      return { units, days: units === 0 ? 0 : Math.ceil((now - (found?.first ?? now)) / DAY_MS) };
    },

    async activeUnits(environmentId, sample) {
      const [found] = await clickhouse.read<{ units: number }>(
        `select uniqExact(unit) as units from comporta_events final
        where environment_id = {environment:UUID} and ${SINCE} and ${isSampled(sample)}`,
        sampled(environmentId, sample),
      );
      return found?.units ?? 0;
    },

    async unitTotals({ appId, envId }, sample, { cap, kind, numeratorOf, eventKey, trusted }) {
      const isCount = kind === 'COUNT' || (kind === 'RATIO' && numeratorOf === 'COUNT');
      // An event without a value counts as 0 in a sum, and as 1 in a ratio.
      const total = isCount
        ? 'toFloat64(count())'
        : `sum(ifNull(value, ${kind === 'MEAN' ? 0 : 1}))`;
      const percentile = cap.type === 'PERCENTILE' ? cap.value / 100 : 1;
      const [found] = await clickhouse.read<{ units: number; cap: number | null }>(
        `select count() as units, if(units = 0, null, quantileExactInclusive(${percentile})(total)) as cap
        from (
          select unit, ${total} as total from comporta_events final
          where environment_id = {environment:UUID} and event_key_id = {key:UInt32}
            and ${SINCE} and ${isSampled(sample)} ${trusted ? 'and trusted' : ''}
          group by unit)`,
        { ...sampled(envId, sample), key: await findEventKeyId(sql, appId, eventKey) },
      );
      return { units: found?.units ?? 0, cap: found?.cap ?? undefined };
    },

    async goalProgress({ goal, ...of }) {
      const { phase } = of;
      const [exposed] = await clickhouse.read<{ units: number; first: number }>(
        `select count() as units, min(first) as first from (${EXPOSED})`,
        { phase: phase.id },
      );
      const count = exposed?.units ?? 0;
      const since = count === 0 ? null : (exposed?.first ?? null);
      const progress =
        goal === undefined || count === 0
          ? NOTHING
          : await readProgress(clickhouse, await findEventKeyId(sql, of.appId, goal.eventKey), {
              ...of,
              goal,
            });
      return { count, since, progress };
    },

    async eventUsers({ appId, envId, phase, goal }): Promise<EventUsers> {
      const [found] = await clickhouse.read<EventUsers>(
        `select uniqExact(unit) as users, uniqExactIf(unit, unit in (
          select unit from comporta_exposures where phase_id = {phase:UUID})) as matching
        from (
          select unit from comporta_events final
          where environment_id = {environment:UUID} and event_key_id = {key:UInt32} and ${SINCE}
            and toUnixTimestamp64Milli(at) < {until:Int64} ${goal.trusted ? 'and trusted' : ''}
          order by unit limit ${SAMPLED_ROWS})`,
        {
          environment: envId,
          phase: phase.id,
          key: await findEventKeyId(sql, appId, goal.eventKey),
          since: phase.startedAt.getTime(),
          until: phase.eventsUntil?.getTime() ?? FOREVER_MS,
        },
      );
      return { users: found?.users ?? 0, matching: found?.matching ?? 0 };
    },

    async usersOfKeys(applicationId, since, times) {
      const rows = await clickhouse.read<{ id: number; users: number; last: number }>(
        `select event_key_id as id, uniqExact((environment_id, unit)) as users,
          toUnixTimestamp64Milli(max(at)) as last
        from comporta_events final
        where environment_id in {environments:Array(UUID)} and ${SINCE} and ${isSampled({ times })}
        group by event_key_id`,
        {
          environments: await environmentsOf(sql, applicationId),
          since: since.getTime(),
          ...boundOf({ times }),
        },
      );
      return new Map(
        rows.map(({ id, users, last }) => [
          id,
          { users: users * times, lastAt: new Date(last).toISOString() },
        ]),
      );
    },

    countAgain: (analysisId) => noteAnalysis(sql, analysisId),
  };
}

const EXPOSED = `select unit, toUnixTimestamp64Milli(first_at) as first from comporta_exposures final
  where phase_id = {phase:UUID} limit ${LOOKED_AT}`;

async function readProgress(
  clickhouse: ClickHouse,
  key: number,
  { envId, phase, goal }: GoalOfPhase,
): Promise<GoalProgress> {
  type Row = { readonly [Name in keyof GoalProgress]: number | null };
  const [row] = await clickhouse.read<Row>(
    `select count() as unitEvents, countIf(is_counted) as countedEvents,
      countIf(is_early) as earlyEvents, countIf(skewed and not is_counted) as skewedEvents,
      ceil(maxIf(minutes, skewed and not is_counted)) as skewMinutes
    from (
      select v.skewed as skewed, v.at_ms < e.first as is_early, abs(v.at_ms - e.first) / 60000 as minutes,
        v.at_ms >= e.first + {from_ms:Int64}
          and v.at_ms < least(e.first + {window_ms:Int64}, {until:Int64}) as is_counted
      from (
        select unit, skewed, toUnixTimestamp64Milli(at) as at_ms from comporta_events final
        where environment_id = {environment:UUID} and event_key_id = {key:UInt32}
          ${goal.trusted ? 'and trusted' : ''}
      ) as v
      inner join (${EXPOSED}) as e on e.unit = v.unit
      limit ${LOOKED_AT})`,
    {
      environment: envId,
      phase: phase.id,
      key,
      from_ms: goal.fromHours * HOUR_MS,
      window_ms: goal.windowHours * HOUR_MS,
      until: phase.eventsUntil?.getTime() ?? FOREVER_MS,
    },
  );
  return {
    unitEvents: row?.unitEvents ?? 0,
    countedEvents: row?.countedEvents ?? 0,
    earlyEvents: row?.earlyEvents ?? 0,
    skewedEvents: row?.skewedEvents ?? 0,
    skewMinutes: row?.skewMinutes ?? 0,
  };
}

function sampled(environmentId: string, sample: Sample) {
  const since = Date.now() - sample.days * DAY_MS;
  return { environment: environmentId, since, ...boundOf(sample) };
}

/** Units are hashes: those below a bound are a sample. A UUID is ordered by one of its halves first, so both begin alike. */
function boundOf({ times }: Pick<Sample, 'times'>): { readonly bound?: string } {
  if (times <= 1) return {};
  const half = Math.floor(2 ** 32 / times)
    .toString(16)
    .padStart(8, '0');
  return { bound: `${half}-0000-0000-${half.slice(0, 4)}-${half.slice(4)}00000000` };
}

function isSampled({ times }: Pick<Sample, 'times'>): string {
  return times <= 1 ? 'true' : 'unit < {bound:UUID}';
}
