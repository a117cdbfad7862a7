import type { NamedList } from '@comporta/contract/conditions/condition';
import type { ExperimentReferences } from '@comporta/contract/experiments/experiment';
import { and, eq, inArray } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { idLists } from '../tables/id-lists.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import type { NamedIds } from './named-ids.ts';

/** The things that experiments refer to, with their names. */
export interface NamedReferences extends ExperimentReferences {
  readonly toggles: readonly {
    readonly id: string;
    readonly name: string;
    readonly values: readonly string[];
    readonly archived: boolean;
  }[];
  readonly targetGroups: readonly { readonly id: string; readonly name: string }[];
  readonly idLists: readonly NamedList[];
}

/** Reads the referenced things of this application; ids of other applications and unknown ids are left out. */
export async function readReferences(
  sql: Sql,
  applicationId: string,
  named: NamedIds,
): Promise<NamedReferences> {
  return {
    toggles: await sql
      .select({
        id: toggles.id,
        name: toggles.name,
        values: toggles.values,
        archived: toggles.archived,
      })
      .from(toggles)
      .where(
        and(eq(toggles.applicationId, applicationId), inArray(toggles.id, ids(named.toggles))),
      ),
    properties: await sql
      .select({ id: properties.id, key: properties.key, type: properties.type })
      .from(properties)
      .where(
        and(
          eq(properties.applicationId, applicationId),
          inArray(properties.id, ids(named.properties)),
        ),
      ),
    targetGroups: await sql
      .select({ id: targetGroups.id, name: targetGroups.name })
      .from(targetGroups)
      .where(
        and(
          eq(targetGroups.applicationId, applicationId),
          inArray(targetGroups.id, ids(named.targetGroups)),
        ),
      ),
    idLists: await readLists(sql, applicationId, ids(named.idLists)),
  };
}

async function readLists(sql: Sql, applicationId: string, named: string[]): Promise<NamedList[]> {
  if (named.length === 0) return [];
  return sql
    .select({ id: idLists.id, name: idLists.name })
    .from(idLists)
    .where(and(eq(idLists.applicationId, applicationId), inArray(idLists.id, named)));
}

function ids(named: ReadonlySet<string>): string[] {
  return [...named].filter(isId);
}
