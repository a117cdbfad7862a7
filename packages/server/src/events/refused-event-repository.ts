import type { RefusedEvents } from '@comporta/contract/metrics/event-key-api';
import { and, desc, eq, gte, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { environments } from '../tables/applications.ts';
import { eventCounters } from '../tables/events.ts';

const HOURS = 24;

/**
 * The refused events of each environment of an application in the last 24 hours, of whatever toggle or none. What
 * concerns one phase is in its health. Source: RES-112.
 */
export function listRefusedEventsOf(sql: Sql, applicationId: string): Promise<RefusedEvents[]> {
  const count = raw<number>`sum(${eventCounters.count})`.mapWith(Number);
  return sql
    .select({
      envId: environments.id,
      environmentName: environments.name,
      code: eventCounters.code,
      count,
    })
    .from(eventCounters)
    .innerJoin(environments, eq(environments.id, eventCounters.environmentId))
    .where(
      and(
        eq(environments.applicationId, applicationId),
        eq(eventCounters.kind, 'REFUSED'),
        gte(eventCounters.hour, raw`date_trunc('hour', now() - make_interval(hours => ${HOURS}))`),
      ),
    )
    .groupBy(environments.id, environments.name, eventCounters.code)
    .orderBy(desc(count), environments.name, eventCounters.code);
}
