import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { hasOlderNode } from '../../platform/database/older-nodes.ts';

/** The release that began to count. */
const COUNTS_SINCE = '0.3.0';

/**
 * Begins to count anew if a node of a release before is connected, or served before this node started: it counts nothing,
 * and what it was asked is unknown here. Must be made before this node notes any request.
 */
export function countAfterOlderNodes(sql: Sql): () => Promise<void> {
  // Where it cannot be told, uses count from now on.
  let isUncounted = servedUncounted(sql).catch(() => true);
  return async () => {
    if ((await isUncounted) || (await hasOlderNode(sql, COUNTS_SINCE))) await countSinceNow(sql);
    isUncounted = Promise.resolve(false);
  };
}

async function countSinceNow(sql: Sql): Promise<void> {
  await sql.execute(raw`update usage_state set counting_since = now()`);
}

/**
 * Whether an environment was asked for something since counting began that this release noted nowhere: then a node of a
 * release before served it, which writes `last_seen_at` alone. Uses are noted every minute. Source: LIF-21.
 */
async function servedUncounted(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute(raw`
    select from usage_state u join environment_status s on s.last_seen_at > u.counting_since
    where s.last_seen_at > interval '5 minutes' + coalesce(greatest(
      s.server_seen_at, s.client_seen_at,
      (select max(asked_at) from usage_clients c where c.environment_id = s.environment_id),
      (select max(seen_at) from former_keys f where f.environment_id = s.environment_id)
    ), '-infinity')
    limit 1`);
  return rows.length > 0;
}
