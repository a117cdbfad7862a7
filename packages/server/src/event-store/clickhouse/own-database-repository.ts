import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { LATE_MS } from '../counted-phase-repository.ts';
import { noteEnvironments } from './touched-environments-repository.ts';

/** The id of an event key; 0, which no event has, for one that was never received. */
export async function findEventKeyId(
  sql: Sql,
  applicationId: string,
  key: string,
): Promise<number> {
  const { rows } = await sql.execute<{ id: number }>(raw`
    select id from event_keys where application_id = ${applicationId} and key = ${key}`);
  return rows[0]?.id ?? 0;
}

export async function namesOfKeys(
  sql: Sql,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql.execute<{ id: number; key: string }>(raw`
    select id, key from event_keys where id = any(${raw.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export async function phasesOf(sql: Sql, environmentId: string): Promise<string[]> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    select id from phases where environment_id = ${environmentId}`);
  return rows.map(({ id }) => id);
}

export async function environmentsOf(sql: Sql, applicationId: string): Promise<string[]> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    select id from environments where application_id = ${applicationId}`);
  return rows.map(({ id }) => id);
}

/** Notes the environments of an analysis: a metric that was added is counted for all its days. */
export async function noteAnalysis(sql: Sql, analysisId: string): Promise<void> {
  const { rows } = await sql.execute<{ id: string; of_property: boolean }>(raw`
    select distinct environment_id as id, by_property_id is not null as of_property from phases
    where analysis_id = ${analysisId}`);
  const since = new Date();
  await noteEnvironments(
    sql,
    rows.map(({ id, of_property: ofProperty }) => ({ environmentId: id, ofProperty, since })),
  );
}

/** Notes all environments with days that may still change, as `readCountedPhases` and RES-22 say. */
export async function noteUnsettled(sql: Sql): Promise<void> {
  const since = new Date(Date.now() - LATE_MS);
  const { rows } = await sql.execute<{ id: string; of_property: boolean }>(raw`
    select distinct p.environment_id as id, p.by_property_id is not null as of_property
    from phases p join analyses a on a.id = p.analysis_id
    where a.state <> 'STOPPED' or a.stopped_at > ${since.toISOString()}::timestamptz`);
  await noteEnvironments(
    sql,
    rows.map(({ id, of_property: ofProperty }) => ({ environmentId: id, ofProperty, since })),
  );
}

/** Those of the environments that do not exist any more. */
export function goneEnvironments(sql: Sql, ids: readonly string[]): Promise<string[]> {
  return goneOf(sql, ids, raw`environments`);
}

export function gonePhases(sql: Sql, ids: readonly string[]): Promise<string[]> {
  return goneOf(sql, ids, raw`phases`);
}

async function goneOf(sql: Sql, ids: readonly string[], table: SQL): Promise<string[]> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    select id from unnest(${raw.param([...ids])}::uuid[]) as known (id)
    where not exists (select from ${table} as kept where kept.id = known.id)`);
  return rows.map(({ id }) => id);
}
