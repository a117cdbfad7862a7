import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { namedEventKeys } from '../named-event-keys.ts';

/** A key without an event for so long ends, unless something measures it. */
const CLIENT_DAYS = 7;
const SERVER_DAYS = 90;

/** Ends event keys that nobody uses, and removes those that ended or were deleted a day ago. Source: FAIR-27. */
export async function sweepEventKeys(sql: Sql): Promise<void> {
  await sql.execute(raw`delete from event_keys where deleted_at < now() - interval '1 day'`);
  await sql.execute(raw`
    update event_keys k set deleted_at = now()
    from (values ('CLIENT', ${CLIENT_DAYS}::int), ('SERVER', ${SERVER_DAYS}::int)) as kept (by, days)
    where k.deleted_at is null and k.introduced_by = kept.by
      and k.created_at < now() - kept.days * interval '1 day'
      and not exists (
        select from event_counters c join environments e on e.id = c.environment_id
        where e.application_id = k.application_id and c.kind = 'EVENT' and c.code = k.key
          and c.hour > now() - kept.days * interval '1 day')
      and k.key not in (${namedEventKeys(raw`k.application_id`)})`);
}
