import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { type CountedMetric, type CountedPhase, FOREVER } from '../counted-phase-repository.ts';
import { NAMED_LEVELS } from '../event-store.ts';
import { countedSegments } from './figures-repository.ts';

interface Days {
  readonly phase: CountedPhase;
  readonly days: readonly string[];
}

/** The columns that the units of one day are grouped by, and the tables for the counts. */
interface Grouping {
  readonly units: SQL;
  readonly moments: SQL;
  readonly by: SQL;
  /** The rows of a table with the columns of `by`; the table has `value_ix` and the segments in which a row counts. */
  readonly rowsOf: (table: SQL, segments: SQL) => SQL;
  /** Units that had another value before are counted in the whole phase alone. */
  readonly marked: { readonly column: SQL; readonly count: (phase: CountedPhase) => SQL };
}

const BY_VALUE: Grouping = {
  units: raw`cohort_units`,
  moments: raw`cohort_moments`,
  by: raw`value_ix`,
  rowsOf: (table) => table,
  marked: {
    column: raw`, marked`,
    count: ({ excludeBots }) =>
      raw`, count(*) filter (where marked and not carried and not (bot and ${excludeBots}))`,
  },
};

/** A unit is counted once for each property of the plan; a value without a name counts in the level of all others. */
const BY_SEGMENT: Grouping = {
  units: raw`segment_units`,
  moments: raw`segment_moments`,
  by: raw`segment, level, value_ix`,
  rowsOf: (table, segments) => raw`(
    select ${table}.*, (place - 1)::smallint as segment,
      case when named < 0 then ${raw.raw(String(NAMED_LEVELS))} else named end as level
    from ${table} cross join lateral unnest(${segments}) with ordinality as of (named, place))`,
  marked: { column: raw``, count: () => raw`` },
};

function groupingsOf({ segmentsFrom }: CountedPhase): readonly Grouping[] {
  return segmentsFrom.length > 0 ? [BY_VALUE, BY_SEGMENT] : [BY_VALUE];
}

/** Recounts the units of some days. */
export async function recountDays(sql: Sql, { phase, days }: Days): Promise<void> {
  const wanted = raw`${raw.param([...days])}::date[]`;
  const ended = (phase.endedAt ?? FOREVER).toISOString();
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)];
  for (const { units, by, rowsOf, marked } of groupingsOf(phase)) {
    await sql.execute(raw`
      delete from ${units} where phase_id = ${phase.id} and cohort_day = any(${wanted})`);
    await sql.execute(raw`
      insert into ${units} (phase_id, ${by}, cohort_day, units, carried, bots${marked.column})
      select phase_id, ${by}, (first_at at time zone 'UTC')::date as day,
        count(*) filter (where not carried), count(*) filter (where carried),
        count(*) filter (where bot and not carried)${marked.count(phase)}
      from ${rowsOf(raw`exposures`, countedSegments(phase))} exposed
      where phase_id = ${phase.id} and first_at < ${ended}::timestamptz
        and first_at >= ${first}::date::timestamp at time zone 'UTC'
        and first_at < (${last}::date + 1)::timestamp at time zone 'UTC'
        and (first_at at time zone 'UTC')::date = any(${wanted})
      group by phase_id, ${by}, day`);
  }
}

/**
 * Recomputes the moments of some days: those of the units with figures, merged with those of all others, whose
 * figures are 0. The moments are centred, as in `merge` of packages/stats (RES-43).
 */
export async function recountMoments(
  sql: Sql,
  { phase, days }: Days,
  { no, definition }: CountedMetric,
): Promise<void> {
  const wanted = raw`${raw.param([...days])}::date[]`;
  const capped =
    definition.capAt === undefined
      ? raw`0`
      : raw`count(*) filter (where y >= ${definition.capAt}::float8)`;
  const hasFigure = definition.kind === 'RATIO' ? raw`d <> 0` : raw`y <> 0`;
  /** For a second figure: its mean, sum of squares and sum of products with y. */
  const second = (is: boolean, name: 'd' | 'x') => {
    if (!is) return raw`null::float8, null::float8, null::float8`;
    const mean = raw`coalesce(${raw.identifier(`${name}_mean`)}, 0)`;
    return raw`${mean} * k / n,
      coalesce(${raw.identifier(`${name}_m2`)}, 0) + ${mean} ^ 2 * k * (n - k) / n,
      coalesce(${raw.identifier(`${name}_c`)}, 0) + ${mean} * coalesce(mean, 0) * k * (n - k) / n`;
  };
  for (const { units, moments, by, rowsOf } of groupingsOf(phase)) {
    await sql.execute(raw`
      delete from ${moments}
      where phase_id = ${phase.id} and metric_no = ${no} and cohort_day = any(${wanted})`);
    await sql.execute(raw`
      with figures as materialized (
        select ${by}, cohort_day, count(*) as k,
          count(*) filter (where ${hasFigure}) as positive, ${capped} as capped,
          avg(y) as mean, regr_syy(y, y) as m2,
          avg(d) as d_mean, regr_sxx(y, d) as d_m2, regr_sxy(y, d) as d_c,
          avg(x) as x_mean, regr_sxx(y, x) as x_m2, regr_sxy(y, x) as x_c
        from ${rowsOf(raw`unit_values`, raw`segments`)} counted
        where phase_id = ${phase.id} and metric_no = ${no} and cohort_day = any(${wanted})
        group by ${by}, cohort_day)
      insert into ${moments} (phase_id, metric_no, ${by}, cohort_day, n, positive, capped,
        mean, m2, d_mean, d_m_2, d_c, x_mean, x_m_2, x_c)
      select ${phase.id}, ${no}, ${by}, cohort_day, n, coalesce(positive, 0), coalesce(capped, 0),
        coalesce(mean, 0) * k / n, coalesce(m2, 0) + coalesce(mean, 0) ^ 2 * k * (n - k) / n,
        ${second(definition.kind === 'RATIO', 'd')}, ${second(definition.cuped, 'x')}
      from (
        select ${by}, cohort_day,
          (units - case when ${phase.excludeBots} then bots else 0 end)::float8 as n,
          coalesce(k, 0)::float8 as k, positive, capped, mean, m2, d_mean, d_m2, d_c, x_mean, x_m2, x_c
        from ${units}
        left join figures using (${by}, cohort_day)
        where phase_id = ${phase.id} and cohort_day = any(${wanted})
      ) days
      where n > 0`);
  }
}
