import { NEWER_WORDS_SINCE } from '@comporta/contract/conditions/newer-words';
import { sql as raw } from 'drizzle-orm';
import type { Examined } from '../platform/database/examine-database.ts';
import type { Sql } from '../platform/database/sql.ts';

/**
 * What nodes of the release before show, but count otherwise, and the applications in which they save nothing. Source: RES-104,
 * RES-116, SAF-99.
 */
export async function examineGoingBack(connection: Sql): Promise<Examined[]> {
  const { rows } = await connection.execute<{ thing: string; why: string; words: string }>(raw`
    select * from (
      select 'metric "' || m.key || '": application "' || a.name || '"' as thing, 'counted otherwise' as why, 'COUNT' as words
      from metrics m join applications a on a.id = m.application_id where 'COUNT' in (m.numerator_of, m.denominator_of)
      union all
      select 'analysis of the toggle "' || t.name || '": application "' || a.name || '", environment "' || n.environment_name
        || '"', 'counted otherwise', concat_ws(', ', case when p.new_users_only then 'newUsersOnly' end,
        case when n.trusted_exposures then 'trustedExposures' end)
      from phases p join analyses n on n.id = p.analysis_id join toggles t on t.id = n.toggle_id
      join applications a on a.id = n.application_id
      where p.ended_at is null and (p.new_users_only or n.trusted_exposures)
      union all
      select 'application "' || name || '"', 'not changed', 'change policy or freeze' from applications where restricted
    ) as things order by thing`);
  return rows.map(({ thing, why, words }) => ({
    what: `${thing}: ${why} by releases before ${NEWER_WORDS_SINCE} (${words})`,
  }));
}
