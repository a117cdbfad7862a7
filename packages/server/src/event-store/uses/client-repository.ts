import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { BROWSERS, OTHERS, type Program } from './program.ts';

/** So many programs of an environment are told apart, and so many of them with client keys. Source: LIF-08. */
export const CLIENTS_MOST = 200;
export const PAGE_CLIENTS_MOST = 50;

/** A program, and whether it uses an environment key. */
export type Client = Program & { readonly trusted: boolean };

export function nameOfClient({ trusted, sdk, version, service }: Client): string {
  return `${trusted} ${sdk} ${version} ${service}`;
}

/** Whether nothing has to be stored for the client: it is known, or there is no room for it and it is one of all others. */
export function isSettled(client: Client, known: ReadonlyMap<string, number>): boolean {
  if (known.has(nameOfClient(client))) return true;
  if (isAlways(client) || !known.has(nameOfClient({ ...OTHERS, trusted: client.trusted }))) {
    return false;
  }
  const room = roomIn([...known.keys()]);
  return room.left <= 0 || (!client.trusted && room.ofPages <= 0);
}

function roomIn(names: readonly string[]) {
  return {
    left: CLIENTS_MOST - names.length,
    ofPages: PAGE_CLIENTS_MOST - names.filter((name) => name.startsWith('false ')).length,
  };
}

/**
 * The rows of the clients of an environment, by name. Those that are new are stored while there is room; browsers, and the
 * row of all others, always. None of a deleted environment.
 */
export async function findClients(
  sql: Sql,
  environmentId: string,
  wanted: readonly Client[],
): Promise<ReadonlyMap<string, number>> {
  const known = await readClients(sql, environmentId);
  const missing = (rows: ReadonlyMap<string, number>) =>
    wanted.filter((client) => !rows.has(nameOfClient(client)));
  if (missing(known).length === 0) return known;
  return sql.transaction(async (inside) => {
    // The lock serialises writers, because the limits depend on a count.
    await inside.execute(
      raw`select pg_advisory_xact_lock(hashtext('usage_clients'), hashtext(${environmentId}))`,
    );
    const now = await readClients(inside, environmentId);
    const room = roomIn([...now.keys()]);
    const fresh = missing(now).map((client) => {
      if (isAlways(client)) return client;
      const hasRoom = room.left > 0 && (client.trusted || room.ofPages > 0);
      if (!hasRoom) return { ...OTHERS, trusted: client.trusted };
      room.left -= 1;
      if (!client.trusted) room.ofPages -= 1;
      return client;
    });
    const column = (of: (client: Client) => string | boolean) => raw.param(fresh.map(of));
    await inside.execute(raw`
      insert into usage_clients (environment_id, trusted, sdk, version, service, asked_at)
      select ${environmentId}, trusted, sdk, version, service, now() from unnest(
        ${column(({ trusted }) => trusted)}::bool[], ${column(({ sdk }) => sdk)}::text[],
        ${column(({ version }) => version)}::text[], ${column(({ service }) => service)}::text[]
      ) as new (trusted, sdk, version, service)
      where exists (select from environments where id = ${environmentId})
      on conflict do nothing`);
    return readClients(inside, environmentId);
  });
}

function isAlways(client: Client): boolean {
  return isSame(client, OTHERS) || isSame(client, BROWSERS);
}

function isSame(a: Program, b: Program): boolean {
  return a.sdk === b.sdk && a.version === b.version && a.service === b.service;
}

async function readClients(sql: Sql, environmentId: string): Promise<Map<string, number>> {
  const { rows } = await sql.execute<{
    id: number;
    trusted: boolean;
    sdk: string;
    version: string;
    service: string;
  }>(raw`
    select id, trusted, sdk, version, service from usage_clients
    where environment_id = ${environmentId}`);
  return new Map(rows.map(({ id, ...client }) => [nameOfClient(client), id]));
}
