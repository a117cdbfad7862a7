import type { CountedMetric, CountedPhase } from '../counted-phase-repository.ts';
import { NAMED_LEVELS } from '../event-store.ts';
import type { Parameters } from './clickhouse.ts';

/** A unit with more events of one key on a day is a bot. Source: RES-35. */
const BOT_EVENTS = 1_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The partition of an event is at most so long before its time. Source: RES-22. */
const DAYS_BEFORE = 9;
const FOREVER_MS = Date.parse('2299-01-01T00:00:00Z');

/** Cohort days, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What one query counts. */
export interface Counted {
  readonly phase: CountedPhase;
  readonly days: DayRange;
  /** A part of the units of a large phase; undefined for all. */
  readonly slice?: UnitRange | undefined;
  /** Whether the environment has bots: to look for them again costs a reading of all its events. */
  readonly hasBots: boolean;
}

/** From a unit up to, and without, another one, in the order of the store. */
export interface UnitRange {
  readonly from: string;
  readonly to: string | undefined;
}

export interface Query {
  readonly text: string;
  readonly parameters: Parameters;
}

/** The columns that figures are grouped by: the level of a segment, or -1 in both for the whole phase. */
export interface GroupRow {
  readonly value_ix: number;
  readonly cohort_day: string;
  readonly segment: number;
  readonly level: number;
}

export interface UnitsRow extends GroupRow {
  readonly n_units: number;
  readonly n_carried: number;
  readonly n_bots: number;
  readonly n_marked: number;
}

export interface MomentsRow extends GroupRow {
  readonly n: number;
  readonly n_positive: number;
  readonly n_capped: number;
  readonly y_mean: number;
  readonly y_m2: number;
  readonly d_mean?: number;
  readonly d_m2?: number;
  readonly d_c?: number;
  readonly x_mean?: number;
  readonly x_m2?: number;
  readonly x_c?: number;
}

/** Whether an environment has a unit with more events on a day than a person has. */
export function botsOf(environmentId: string): Query {
  return {
    text: `select count() > 0 as has_bots from (${BOTS} limit 1)`,
    parameters: { environment: environmentId },
  };
}

const BOTS = `
  select unit from comporta_events final where environment_id = {environment:UUID}
  group by unit, event_key_id, toDate(at) having count() > ${BOT_EVENTS}`;

/** The units of a phase by value and day. */
export function unitsQuery(counted: Counted): Query {
  const { excludeBots } = counted.phase;
  return {
    text: `
      select value_ix, toString(day) as cohort_day, ${GROUP},
        countIf(not is_carried) as n_units, countIf(is_carried) as n_carried,
        countIf(is_bot and not is_carried) as n_bots,
        countIf(is_marked and not is_carried and not (is_bot and ${excludeBots})) as n_marked
      from (${exposedOf(counted)})
      group by value_ix, day, part`,
    parameters: parametersOf(counted),
  };
}

const GROUP = 'part.1 as segment, part.2 as level';

/**
 * The moments of a metric by value and day. All units that count are read, and those without an event have figures of 0,
 * so that a count says what it says of one moment, whatever is stored meanwhile.
 */
export function momentsQuery(counted: Counted, metric: CountedMetric): Query {
  const { definition } = metric;
  const { kind, cuped, capAt, trusted, windowHours, lookbackDays } = definition;
  const capped = (figure: string) =>
    capAt === undefined ? figure : `least(${figure}, {cap:Float64})`;
  const second = (is: boolean, name: 'd' | 'x') =>
    is
      ? `, avg(${name}) as ${name}_mean, varPopStable(${name}) * count() as ${name}_m2,
          covarPopStable(y, ${name}) * count() as ${name}_c`
      : '';
  const text = `
    with exposed as (
      select unit, first, day, value_ix, part from (${exposedOf(counted)})
      where not is_carried and not (is_bot and ${counted.phase.excludeBots}))
    select value_ix, toString(day) as cohort_day, ${GROUP}, count() as n,
      countIf(${kind === 'RATIO' ? 'd' : 'y'} <> 0) as n_positive,
      ${capAt === undefined ? '0' : 'countIf(y >= {cap:Float64} and has_figure)'} as n_capped,
      avg(y) as y_mean, varPopStable(y) * count() as y_m2
      ${second(kind === 'RATIO', 'd')}${second(cuped, 'x')}
    from (
      select e.value_ix as value_ix, e.day as day, e.part as part,
        ${capped('f.total')} as y, f.below as d, ${capped('f.before')} as x,
        f.total <> 0 or f.below <> 0 or f.before <> 0 as has_figure
      from exposed as e left join (
        select v.unit as unit, ${totalsOf(metric)}
        from (
          select unit, event_key_id, toUnixTimestamp64Milli(at) as at_ms, value
          from comporta_events final
          where environment_id = {environment:UUID} and event_key_id in ({key:UInt32}, {below:UInt32})
            and day >= {from:Date} - {lookback_days:UInt32} - ${DAYS_BEFORE}
            ${sliceOf(counted)} ${trusted ? 'and trusted' : ''}
        ) as v
        inner join (select distinct unit, first from exposed) as e on e.unit = v.unit
        where v.at_ms >= e.first - {lookback_days:UInt32} * ${DAY_MS}
          and v.at_ms < least(e.first + {window_ms:Int64}, {until:Int64})
        group by v.unit
      ) as f on f.unit = e.unit
    )
    group by value_ix, day, part`;
  return {
    text,
    parameters: {
      ...parametersOf(counted),
      // No event has a key 0.
      key: metric.eventKeyId ?? 0,
      below: metric.denominatorKeyId ?? 0,
      lookback_days: cuped ? lookbackDays : 0,
      window_ms: windowHours * HOUR_MS,
      from_ms: definition.fromHours * HOUR_MS,
      until: counted.phase.eventsUntil?.getTime() ?? FOREVER_MS,
      ...(capAt !== undefined && { cap: capAt }),
    },
  };
}

/** How the events of a unit become its figures, as in PostgreSQL. Source: RES-18, RES-19. */
function totalsOf({ definition: { kind, numeratorOf, denominatorOf, cuped } }: CountedMetric) {
  const total = (key: string, when: string, of = numeratorOf): string => {
    const is = `v.event_key_id = {${key}:UInt32} and ${when}`;
    switch (kind) {
      case 'CONVERSION':
      case 'RETENTION':
        return `toFloat64(least(1, countIf(${is})))`;
      case 'COUNT':
        return `toFloat64(countIf(${is}))`;
      case 'MEAN':
        return `sumIf(ifNull(v.value, 0), ${is})`;
      case 'RATIO':
        if (of === 'COUNT') return `toFloat64(countIf(${is}))`;
        // An event without a value counts as 1.
        return `sumIf(ifNull(v.value, 1), ${is})`;
    }
  };
  const inWindow = 'v.at_ms >= e.first + {from_ms:Int64}';
  const below = kind === 'RATIO' ? total('below', inWindow, denominatorOf) : 'toFloat64(0)';
  const before = cuped ? total('key', 'v.at_ms < e.first') : 'toFloat64(0)';
  return `${total('key', inWindow)} as total, ${below} as below, ${before} as before`;
}

/**
 * The units of a phase with what they met in its earlier phases. A row for the whole phase, and one for each segment in
 * which the unit counts: those that were added later have only the units exposed from then on. Source: RES-102 to
 * RES-104, RES-117.
 */
function exposedOf({ phase, slice, hasBots }: Counted): string {
  const { segmentsFrom, earlier, newUsersOnly, byPropertyId } = phase;
  const levels =
    segmentsFrom.length === 0
      ? `[(toInt16(-1), toInt16(-1))]`
      : `arrayPushFront(arrayMap(
          (named, place) -> (toInt16(place - 1), toInt16(if(named < 0, ${NAMED_LEVELS}, named))),
          arraySlice(segments, 1, arrayCount(added -> added <= first, {segments_from:Array(Int64)})) as counted,
          arrayEnumerate(counted)), (toInt16(-1), toInt16(-1)))`;
  // A company has more events than a person: a value of a property is no bot (RUL-34).
  const isBot = hasBots && byPropertyId === null ? `unit in (${BOTS})` : 'false';
  const own = `
    select unit, toUnixTimestamp64Milli(first_at) as first, toDate(first_at) as day, value_ix,
      carried, segments, ${isBot} as is_bot
    from comporta_exposures final
    where phase_id = {phase:UUID} and first < {ended:Int64}
      and day >= {from:Date} and day <= {to:Date} ${sliceOf({ slice })}`;
  if (earlier.length === 0) {
    return `select *, carried as is_carried, false as is_marked, arrayJoin(${levels}) as part
      from (${own})`;
  }
  return `
    select *, carried or (${newUsersOnly} and notEmpty(met)) as is_carried,
      arrayExists(other -> other <> value_ix, met) as is_marked, arrayJoin(${levels}) as part
    from (
      select own.*, former.met as met from (${own}) as own
      left join (
        select unit, groupUniqArray(${nowIndex(earlier)}) as met
        from comporta_exposures final
        where phase_id in {earlier:Array(UUID)} ${sliceOf({ slice })}
        group by unit
      ) as former on former.unit = own.unit
    )`;
}

/** The index that a value of an earlier phase has now; -1 where it is gone. */
function nowIndex(earlier: CountedPhase['earlier']): string {
  // Ids and numbers of our own database.
  const cases = earlier.map(
    ({ id, valueIxs }) =>
      `phase_id = '${id}', arrayElement(arrayMap(ix -> toInt16(ix), [${valueIxs.join(', ')}]), value_ix + 1)`,
  );
  return `multiIf(${cases.join(', ')}, toInt16(-1))`;
}

function sliceOf({ slice }: Pick<Counted, 'slice'>): string {
  if (slice === undefined) return '';
  return `and unit >= {unit_from:UUID} ${slice.to === undefined ? '' : 'and unit < {unit_to:UUID}'}`;
}

function parametersOf({ phase, days, slice }: Counted): Parameters {
  return {
    environment: phase.environmentId,
    phase: phase.id,
    ended: phase.endedAt?.getTime() ?? FOREVER_MS,
    from: days.from,
    to: days.to,
    ...(phase.segmentsFrom.length > 0 && {
      segments_from: phase.segmentsFrom.map((at) => (at === null ? 0 : Date.parse(at))),
    }),
    ...(phase.earlier.length > 0 && { earlier: phase.earlier.map(({ id }) => id) }),
    ...(slice && { unit_from: slice.from, ...(slice.to && { unit_to: slice.to }) }),
  };
}
