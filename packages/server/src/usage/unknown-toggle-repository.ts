import type { UnknownToggle } from '@comporta/contract/usage/unknown-toggle-api';
import { sql as raw } from 'drizzle-orm';
import { distance } from 'fastest-levenshtein';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';

/** A toggle whose name differs by more is no likely slip. Source: LIF-16. */
const NEAR_MOST = 2;

export async function isToggleOf(sql: Sql, applicationId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const { rows } = await sql.execute(raw`
    select from toggles where id = ${id} and application_id = ${applicationId}`);
  return rows.length > 0;
}

interface Row extends Record<string, unknown> {
  readonly name: string;
  readonly env: string;
  readonly at: string;
  readonly n: string;
  readonly is_hidden: boolean;
  readonly deleted_at: string | null;
  readonly deleted_by: string | null;
}

/**
 * The names that programs asked for and no toggle has, or only one that clients do not get. A toggle that was made meanwhile
 * ends its name here at once.
 */
export async function listUnknown(sql: Sql, applicationId: string): Promise<UnknownToggle[]> {
  const { rows } = await sql.execute<Row>(raw`
    with asked as (
      select u.environment_id, u.name, bool_or(t.id is not null) as is_hidden,
        max(u.last_at) as last_at, sum(u.n) as n
      from unknown_toggles u
      join environments e on e.id = u.environment_id
      left join toggles t on t.application_id = e.application_id and t.name = u.name
      where e.application_id = ${applicationId}
        and (t.id is null or (u.by_client_key and not t.available_to_clients))
      group by 1, 2)
    select a.name, a.environment_id as env, a.last_at::text as at, a.n::text, a.is_hidden,
      gone.created_at::text as deleted_at, gone.by as deleted_by
    from asked a
    left join lateral (
      select d.created_at, (
        select l.actor->>'name' from audit_entries l
        where l.application_id = d.application_id and l.entity_id = d.id and l.action = 'DELETED'
        order by l.sequence desc limit 1) as by
      from deleted_items d
      where d.application_id = ${applicationId} and d.type = 'toggle' and d.name = a.name
      order by d.created_at desc limit 1) gone on true
    order by a.last_at desc, a.name, a.environment_id`);
  const names = rows.length === 0 ? [] : await readToggleNames(sql, applicationId);
  return rows.map(({ name, env, at, n, is_hidden, deleted_at, deleted_by }) => {
    const near = is_hidden ? undefined : nearest(name, names);
    return {
      name,
      envId: env,
      lastAt: new Date(at).toISOString(),
      count: Math.min(Number(n), Number.MAX_SAFE_INTEGER),
      kind: is_hidden ? 'HIDDEN' : deleted_at === null ? 'NEVER' : 'DELETED',
      ...(deleted_at !== null && { deletedAt: new Date(deleted_at).toISOString() }),
      ...(deleted_by !== null && { deletedBy: deleted_by }),
      ...(near !== undefined && { near }),
    };
  });
}

async function readToggleNames(sql: Sql, applicationId: string): Promise<string[]> {
  const { rows } = await sql.execute<{ name: string }>(raw`
    select name from toggles where application_id = ${applicationId} and not archived order by name`);
  return rows.map(({ name }) => name);
}

/** The nearest of the names, if it is near enough; of equal ones the first. */
function nearest(name: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = NEAR_MOST + 1;
  for (const other of names) {
    if (Math.abs(other.length - name.length) >= least) continue;
    const apart = distance(name, other);
    if (apart < least) {
      least = apart;
      best = other;
    }
  }
  return best;
}
