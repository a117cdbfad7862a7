import { NEWER_WORDS_SINCE } from '@comporta/contract/conditions/newer-words';
import type { DayUses, SeenClient, UsingClient } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { isOlderVersion } from '../platform/base/version.ts';
import type { Sql } from '../platform/database/database.ts';

interface Place {
  readonly environmentId: string;
  readonly toggleId: string;
}

/** Since when uses in an environment are counted. */
export async function readCountingSince(sql: Sql, environmentId: string): Promise<Date> {
  const { rows } = await sql.execute<{ since: string }>(raw`
    select greatest(e.created_at, s.counting_since)::text as since
    from environments e cross join usage_state s where e.id = ${environmentId}`);
  return new Date(rows[0]?.since ?? Date.now());
}

export async function readDays(
  sql: Sql,
  { environmentId, toggleId }: Place,
  days: number,
): Promise<DayUses[]> {
  const { rows } = await sql.execute<{
    day: string;
    value: string | null;
    rule: string | null;
    n: string;
  }>(raw`
    select day::text, value, rule_id as rule, n from toggle_uses
    where environment_id = ${environmentId} and toggle_id = ${toggleId} and day = any(array(
      select (now() at time zone 'UTC')::date - n from generate_series(0, ${days - 1}::int) as n))
    order by day, value nulls last, rule_id nulls last`);
  return rows.map(({ day, value, rule, n }) => ({ day, value, ruleId: rule, count: Number(n) }));
}

interface ClientRow {
  readonly service: string;
  readonly sdk: string;
  readonly version: string;
  readonly trusted: boolean;
}

export async function readUsingClients(
  sql: Sql,
  { environmentId, toggleId }: Place,
): Promise<UsingClient[]> {
  const { rows } = await sql.execute<ClientRow & Record<string, unknown> & { at: string }>(raw`
    select c.service, c.sdk, c.version, c.trusted, t.last_use_at::text as at
    from toggle_clients t join usage_clients c on c.id = t.client_id
    where t.environment_id = ${environmentId} and t.toggle_id = ${toggleId}
    order by t.last_use_at desc, c.id`);
  return rows.map(({ at, ...client }) => ({
    ...programOf(client),
    lastUseAt: new Date(at).toISOString(),
  }));
}

/** The programs of ours that evaluate rules by themselves. */
const READERS: ReadonlySet<string> = new Set(['comporta-sdk', 'comporta-edge']);

export async function readClients(sql: Sql, environmentId: string): Promise<SeenClient[]> {
  const { rows } = await sql.execute<
    ClientRow & Record<string, unknown> & { at: string; is_silent: boolean; is_recent: boolean }
  >(raw`
    select service, sdk, version, trusted, asked_at::text as at,
      asked_at > now() - interval '7 days' as is_recent,
      coalesce(silent_at > now() - interval '30 days', false) as is_silent
    from usage_clients where environment_id = ${environmentId}
    order by asked_at desc, id`);
  return rows.map(({ at, is_silent, is_recent, ...client }) => {
    // A client key opens no rules: whoever says so with one made it up.
    const evaluates = client.trusted && READERS.has(client.sdk);
    return {
      ...programOf(client),
      lastSeenAt: new Date(at).toISOString(),
      reportsUses: !is_silent,
      evaluates,
      isOlderReader: evaluates && is_recent && isOlderVersion(client.version, NEWER_WORDS_SINCE),
    };
  });
}

function programOf({ service, sdk, version, trusted }: ClientRow): ClientRow {
  return { service, sdk, version, trusted };
}
