import { KEPT_VERSIONS, type SavedVersion } from '@comporta/contract/saved-version';
import { and, desc, eq, gt, inArray, lt, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { VersionTable } from '../../tables/versions.ts';
import { lastChangedOf, type Versioned } from '../base/versions.ts';
import type { Sql } from './database.ts';

/** A table of entities, and the table that keeps their replaced versions. */
export interface Versions {
  readonly of: PgTable & Readonly<Record<'id' | 'applicationId' | keyof Versioned, PgColumn>>;
  readonly kept: VersionTable;
  /** The columns to keep, under the names that the repository uses for them. */
  readonly body: Readonly<Record<string, PgColumn>>;
}

/**
 * Copies the current state of these entities to the table of versions, before a save replaces it. Does nothing for new
 * entities. Together with the one that the save creates, an entity has at most `KEPT_VERSIONS` versions.
 */
export async function keepReplaced(
  sql: Sql,
  { of, kept, body }: Versions,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql.execute(raw`
    insert into ${kept} (id, application_id, version, body, saved_by, saved_by_id, saved_at)
    select ${of.id}, ${of.applicationId}, ${of.version}, ${objectOf(body)},
      ${of.savedBy}, ${of.savedById}, ${of.savedAt}
    from ${of} where ${inArray(of.id, [...ids])}
    on conflict do nothing`);
  await sql.execute(raw`
    delete from ${kept} using ${of}
    where ${inArray(kept.id, [...ids])} and ${of.id} = ${kept.id}
      and ${kept.version} <= ${of.version} - ${KEPT_VERSIONS - 1}`);
}

function objectOf(columns: Readonly<Record<string, PgColumn>>): SQL {
  const pairs = Object.entries(columns).map(([name, column]) => raw`${name}::text, ${column}`);
  return raw`jsonb_build_object(${raw.join(pairs, raw`, `)})`;
}

type Stored = Versioned & { readonly id: string };

/** The versions of an entity, newest first: the current one and the replaced ones. */
export async function listVersions(
  sql: Sql,
  { kept }: Versions,
  stored: Stored,
): Promise<SavedVersion[]> {
  const { version, savedBy, savedById, savedAt } = kept;
  const before = await sql
    .select({ version, savedBy, savedById, savedAt })
    .from(kept)
    .where(
      and(
        eq(kept.id, stored.id),
        lt(version, stored.version),
        gt(version, stored.version - KEPT_VERSIONS),
      ),
    )
    .orderBy(desc(version));
  return [stored, ...before].map(savedVersion);
}

/** The version of an entity with this number; undefined when it is not kept. */
export async function findVersion<Thing extends Stored>(
  sql: Sql,
  { kept }: Versions,
  { stored, number }: { readonly stored: Thing; readonly number: string },
): Promise<(SavedVersion & { readonly body: Thing }) | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  if (Number(number) === stored.version) return { ...savedVersion(stored), body: stored };
  const [before] = await sql
    .select()
    .from(kept)
    .where(and(eq(kept.id, stored.id), eq(kept.version, Number(number))));
  if (before === undefined) return undefined;
  // A field that the kept version does not have yet takes its current value.
  return { ...savedVersion(before), body: { ...stored, ...before.body } };
}

function savedVersion(saved: Versioned): SavedVersion {
  return { version: saved.version, ...lastChangedOf(saved) };
}
