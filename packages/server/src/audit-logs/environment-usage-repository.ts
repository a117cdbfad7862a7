import type { Change } from '@comporta/contract/nouns/change';
import { sql as raw } from 'drizzle-orm';
import { environmentsOfLists } from '../conditions/list-use-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { type EnvironmentUsage, needsUsage, touchedEnvironments } from './touched-environments.ts';

/**
 * The environments that the log lists an entry under: those whose users may get something else, and that of a key or an
 * analysis.
 */
export async function readEnvironmentsOf(
  sql: Sql,
  applicationId: string,
  changes: readonly Change[],
): Promise<(change: Change) => readonly string[]> {
  const usage = await readEnvironmentUsage(sql, applicationId, changes);
  return (change) => {
    const { type, environment } = change;
    const own = environment === undefined || type === 'experiment' ? [] : [environment.id];
    return [...touchedEnvironments(change, usage), ...own];
  };
}

/** Reads what it takes to tell of each of these changes which environments' users may get something else. */
export async function readTouchedBy(
  sql: Sql,
  applicationId: string,
  changes: readonly Change[],
): Promise<(change: Change) => readonly string[]> {
  const usage = await readEnvironmentUsage(sql, applicationId, changes);
  return (change) => touchedEnvironments(change, usage);
}

/** Reads where the changed things are used; asks nothing when no change needs it. Ids of all kinds of things differ. */
async function readEnvironmentUsage(
  sql: Sql,
  applicationId: string,
  changes: readonly Change[],
): Promise<EnvironmentUsage> {
  const ids = changes.filter(needsUsage).map(({ id }) => id);
  if (ids.length === 0) return { all: [], using: new Map() };
  const asked = raw`= any(${raw.param(ids)}::uuid[])`;
  const { rows } = await sql.execute<{ thing: string | null; environment: string }>(raw`
    select null::uuid as thing, id as environment from environments where application_id = ${applicationId}
    union select toggle_id, environment_id from experiments
      where application_id = ${applicationId} and toggle_id ${asked}
    union select used.toggle_id, environment_id from experiment_dependencies used
      join experiments on experiments.id = used.experiment_id where used.toggle_id ${asked}
    union select used.target_group_id, environment_id from experiment_target_groups used
      join experiments on experiments.id = used.experiment_id where used.target_group_id ${asked}
    union select used.property_id, environment_id from experiment_properties used
      join experiments on experiments.id = used.experiment_id where used.property_id ${asked}
    union select inside.property_id, environment_id from target_group_properties inside
      join experiment_target_groups used using (target_group_id)
      join experiments on experiments.id = used.experiment_id where inside.property_id ${asked}`);
  const isOfList = changes.some(({ type }) => type === 'idList');
  if (isOfList) rows.push(...(await environmentsOfLists(sql, applicationId)));
  const byThing = Map.groupBy(rows, ({ thing }) => thing);
  const environmentsOf = (of: typeof rows = []) => of.map(({ environment }) => environment);
  return {
    all: environmentsOf(byThing.get(null)),
    using: new Map(
      [...byThing].flatMap(([thing, of]) => (thing === null ? [] : [[thing, environmentsOf(of)]])),
    ),
  };
}
