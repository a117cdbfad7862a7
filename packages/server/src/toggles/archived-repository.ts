import { sql } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import type { Examined } from '../platform/database/examine-database.ts';

/** The experiments of archived toggles, which earlier releases took: lists hide them while their rules serve users. */
export async function examineArchived(connection: Sql): Promise<Examined[]> {
  const { rows } = await connection.execute<{ name: string; environment: string; app: string }>(
    sql`select t.name, e.name as environment, a.name as app
      from toggles t join experiments x on x.toggle_id = t.id
      join environments e on e.id = x.environment_id join applications a on a.id = t.application_id
      where t.archived order by a.name, t.name, e.name`,
  );
  return rows.map(({ name, environment, app }) => ({
    what: `experiment of the archived toggle "${name}": application "${app}", environment "${environment}"`,
  }));
}
