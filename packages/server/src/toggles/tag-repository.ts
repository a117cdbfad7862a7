import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { toggles } from '../tables/toggles.ts';

/** How many different tags the toggles of an application have. */
export async function countTagsOf(sql: Sql, applicationId: string): Promise<number> {
  const { rows } = await sql.execute<{ count: number }>(
    raw`select count(distinct tag)::int as count
      from ${toggles}, jsonb_array_elements_text(${toggles.tags}) as tag
      where ${toggles.applicationId} = ${applicationId}`,
  );
  return rows[0]?.count ?? 0;
}
