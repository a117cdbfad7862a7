import { randomUUID } from 'node:crypto';
import { openPostgresEventStore } from '@comporta/server/event-store/postgres/postgres-event-store';
import type { Database } from '@comporta/server/platform/database/database';
import type { SpawnedService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { FLAGS } from '../engine/work.ts';
import type { Seeded } from '../service/seed.ts';

interface Created {
  readonly id: string;
}

interface Started extends Created {
  readonly phases: readonly Created[];
  readonly metrics: readonly { readonly no: number }[];
}

/** A split of the seeded application that an analysis measures. */
export interface MeasuredPlace {
  readonly key: string;
  readonly environmentId: string;
  readonly toggle: string;
  readonly phaseId: string;
  readonly metricNos: readonly number[];
  /** The path of its results. */
  readonly results: string;
}

export type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

export function callingAs(token: string, { url }: SpawnedService): Call {
  return async <Body>(method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Body; // The caller names the type of the body.
  };
}

interface Measuring {
  readonly environment: number;
  readonly flag: number;
  readonly metrics: number;
  /** The key of the property whose values the split is to divide; undefined: users. */
  readonly by?: string;
}

/** Creates the given number of metrics, and starts the analysis of one flag of an environment with them. */
export async function measure(
  call: Call,
  { applicationId, environments }: Seeded,
  { environment, flag, metrics, by }: Measuring,
): Promise<MeasuredPlace> {
  const { id: environmentId = '', key = '' } = environments[environment] ?? {};
  const ids: string[] = [];
  for (let metric = 0; metric < metrics; metric++) {
    const body = {
      key: `metric-${environment}-${flag}-${metric}`,
      name: `Metric ${flag}-${metric}`,
      kind: metric === 0 ? 'CONVERSION' : 'MEAN',
      eventKey: metric === 0 ? 'purchase' : `key-${metric}`,
    };
    const path = `/api/apps/${applicationId}/metrics`;
    ids.push((await call<Created>('POST', path, body)).id);
  }
  const experiments = `/api/apps/${applicationId}/envs/${environmentId}/experiments`;
  const toggle = FLAGS[flag]?.name ?? '';
  const listed = await call<readonly (Created & { toggleName: string })[]>('GET', experiments);
  const path = `${experiments}/${listed.find(({ toggleName }) => toggleName === toggle)?.id}`;
  const rules = await rulesOf(call, { application: `/api/apps/${applicationId}`, path, by });
  const [goal = '', ...secondary] = ids;
  const { id } = await call<Created>('POST', `${path}/analyses`, {
    ruleId: rules.at(-1)?.id,
    goal: { metricId: goal },
    secondary: secondary.map((metricId) => ({ metricId })),
  });
  const { phases, metrics: started } = await call<Started>('POST', `${path}/analyses/${id}/start`);
  return {
    key,
    environmentId,
    toggle,
    phaseId: phases[0]?.id ?? '',
    metricNos: started.map(({ no }) => no),
    results: `${path}/results`,
  };
}

/** The rules of an experiment, the last of which divides the values of the property `by`. */
async function rulesOf(
  call: Call,
  { application, path, by }: { application: string; path: string; by: string | undefined },
): Promise<readonly Created[]> {
  type Stored = { readonly rules: readonly (Created & { readonly valueSpec: object })[] };
  const stored = await call<Stored>('GET', path);
  if (by === undefined) return stored.rules;
  type Listed = readonly (Created & { readonly key: string })[];
  const properties = await call<Listed>('GET', `${application}/properties`);
  const id = properties.find(({ key }) => key === by)?.id;
  const rules = stored.rules.map((rule, place) => {
    const isLast = place === stored.rules.length - 1;
    return isLast ? { ...rule, valueSpec: { ...rule.valueSpec, type: 'SPLIT_BY', by: id } } : rule;
  });
  return (await call<Stored>('PUT', path, { ...stored, rules })).rules;
}

const ROWS_A_BATCH = 5_000;

/** Stores `count` exposures of new users, as the service itself does. */
export async function exposeMany(
  { sql }: Database,
  { phaseId, environmentId }: MeasuredPlace,
  count: number,
): Promise<void> {
  const store = openPostgresEventStore(sql);
  for (let stored = 0; stored < count; stored += ROWS_A_BATCH) {
    const exposures = Array.from(
      { length: Math.min(ROWS_A_BATCH, count - stored) },
      (_, place) => ({
        phaseId,
        environmentId,
        unit: randomUUID(),
        bucket: place,
        valueIx: place % 2,
        carried: false,
        at: new Date(),
        segments: null,
      }),
    );
    await store.append({ exposures, events: [] });
  }
}

/** Writes the rows that results read after `days` days of a phase: its cohorts, their moments, and event counters. */
export async function liveTwoMonths(
  { sql }: Database,
  { phaseId, environmentId, metricNos }: MeasuredPlace,
  { values, days }: { readonly values: number; readonly days: number },
): Promise<void> {
  const since = raw`now() - make_interval(days => ${days})`;
  const names = raw.param(Array.from({ length: values }, (_, place) => `value-${place}`));
  await sql.execute(raw`
    update phases set started_at = ${since}, values = to_jsonb(${names}::text[]), ranges = (
      select jsonb_agg(jsonb_build_object('valueIndex', v, 'from', v * 10000 / ${values}::int,
        'to', (v + 1) * 10000 / ${values}::int)) from generate_series(0, ${values}::int - 1) v)
    where id = ${phaseId}`);
  await sql.execute(raw`
    update analyses set started_at = ${since}, control = 'value-0'
    where id = (select analysis_id from phases where id = ${phaseId})`);
  const cohorts = raw`generate_series(0, ${values}::int - 1) v, generate_series(1, ${days}::int) d`;
  await sql.execute(raw`
    insert into cohort_units (phase_id, value_ix, cohort_day, units, carried, bots)
    select ${phaseId}, v, current_date - d, 1000, 0, 0 from ${cohorts}`);
  await sql.execute(raw`
    insert into cohort_moments
      (phase_id, metric_no, value_ix, cohort_day, n, positive, capped, mean, m2)
    select ${phaseId}, no, v, current_date - d, 1000, 100, 0, 0.1 + v * 0.001, 90
    from unnest(${raw.param([...metricNos])}::int[]) no, ${cohorts}`);
  await sql.execute(raw`
    insert into event_counters (environment_id, hour, kind, code, count)
    select ${environmentId}, date_trunc('hour', now()) - make_interval(hours => h), kind, code, 40
    from generate_series(0, ${days * 24}::int - 1) h,
      unnest(array['EVENT', 'EXPOSURE', 'EVALUATED', 'REFUSED']) kind,
      unnest(array['purchase', 'key-1', 'key-2', 'key-3', 'key-4', 'key-5', 'key-6', 'key-7']) code`);
}

/** Writes `count` daily results, each a copy of today's. */
export async function writeDays(
  { sql }: Database,
  { phaseId }: MeasuredPlace,
  days: readonly object[],
  count: number,
): Promise<void> {
  const [today] = days;
  const { verdict, metrics } = today as { verdict: object; metrics: object };
  await sql.execute(raw`
    insert into daily_results (phase_id, day, verdict, metrics)
    select ${phaseId}, current_date - d, ${JSON.stringify(verdict)}::jsonb,
      ${JSON.stringify(metrics)}::jsonb
    from generate_series(1, ${count}::int) d
    on conflict do nothing`);
}
