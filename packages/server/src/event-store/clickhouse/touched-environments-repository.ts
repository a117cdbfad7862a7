import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { Batch } from '../event-store.ts';

/** A note of this node counts as fresh for so long: it is not written again for each batch. */
const FRESH_MS = 30_000;
/** A batch is stored so long after its note at most: the note is fresh for 30 s, its minute has 60, a batch is given up after 6. */
const SETTLED_SECONDS = 120;

/** Environments whose events changed, as they are counted. */
export interface Noted {
  readonly environmentId: string;
  /** Whether what changed are values of a property, and no users. */
  readonly ofProperty: boolean;
  /** The earliest event or exposure since the last count. */
  readonly since: Date;
}

interface Note {
  readonly environmentId: string;
  readonly ofProperty: boolean;
  since: Date;
}

/**
 * Notes the environments of a batch before it is stored, so that whatever is stored is counted, even by another node. Notes are by the
 * minute, because those of an environment with traffic would never end otherwise.
 */
export function createNotes(sql: Sql, freshMs = FRESH_MS): (batch: Batch) => Promise<void> {
  const fresh = new Map<string, { readonly since: Date; readonly atMs: number }>();
  return async ({ exposures, events }) => {
    const notes = new Map<string, Note>();
    for (const { environmentId, isOfProperty = false, at } of [...exposures, ...events]) {
      const key = `${environmentId} ${isOfProperty}`;
      const known = notes.get(key);
      if (known === undefined) {
        notes.set(key, { environmentId, ofProperty: isOfProperty, since: at });
      } else if (at < known.since) known.since = at;
    }
    const nowMs = performance.now();
    const isFresh = ([key, { since }]: [string, Note]) => {
      const known = fresh.get(key);
      return known !== undefined && nowMs - known.atMs < freshMs && known.since <= since;
    };
    const missing = [...notes].filter((one) => !isFresh(one));
    await noteEnvironments(
      sql,
      missing.map(([, note]) => note),
    );
    for (const [key, { atMs }] of fresh) if (nowMs - atMs >= freshMs) fresh.delete(key);
    for (const [key, { since }] of missing) fresh.set(key, { since, atMs: nowMs });
  };
}

export async function noteEnvironments(sql: Sql, notes: readonly Noted[]): Promise<void> {
  if (notes.length === 0) return;
  // All nodes lock rows in the same order, which rules out a deadlock.
  const rows = notes.toSorted((a, b) => (a.environmentId < b.environmentId ? -1 : 1));
  const column = (of: (note: Noted) => unknown) => raw.param(rows.map(of));
  await sql.execute(raw`
    insert into touched_environments as kept (environment_id, of_property, minute, since)
    select id, of_property, date_trunc('minute', now()), since from unnest(
      ${column(({ environmentId }) => environmentId)}::uuid[],
      ${column(({ ofProperty }) => ofProperty)}::bool[],
      ${column(({ since }) => since.toISOString())}::timestamptz[]
    ) as noted (id, of_property, since)
    on conflict (environment_id, of_property, minute) do update set since = excluded.since
      where excluded.since < kept.since`);
}

/**
 * The environments to be counted, that which waits longest first. Units that are values of a property wait for the next
 * full five minutes. Source: RUL-34.
 */
export async function readNoted(
  sql: Sql,
): Promise<{ readonly at: Date; readonly noted: readonly Noted[] }> {
  const { rows } = await sql.execute<{
    now: string;
    id: string | null;
    of_property: boolean;
    since: string;
  }>(raw`
    select now() as now, id, of_property, since from (select) as one left join (
      select environment_id as id, of_property, min(since) as since, min(minute) as minute
      from touched_environments
      where not of_property
        or date_bin('5 minutes', minute, timestamptz 'epoch') + interval '5 minutes' <= now()
      group by environment_id, of_property
    ) as noted on true
    order by minute, id, of_property`);
  return {
    at: new Date(rows[0]?.now ?? 0),
    noted: rows.flatMap(({ id, of_property: ofProperty, since }) =>
      id === null ? [] : { environmentId: id, ofProperty, since: new Date(since) },
    ),
  };
}

/** Removes the notes of everything that was stored before a count began, once it has ended. */
export async function forgetNoted(
  sql: Sql,
  { environmentId, ofProperty }: Noted,
  begunAt: Date,
): Promise<void> {
  await sql.execute(raw`
    delete from touched_environments
    where environment_id = ${environmentId} and of_property = ${ofProperty}
      and minute <= ${begunAt.toISOString()}::timestamptz - make_interval(secs => ${SETTLED_SECONDS})
      and (not of_property
        or date_bin('5 minutes', minute, timestamptz 'epoch') + interval '5 minutes'
          <= ${begunAt.toISOString()}::timestamptz)`);
}
