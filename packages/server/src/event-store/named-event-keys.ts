import { sql as raw, type SQL } from 'drizzle-orm';

/**
 * The event keys, a column `key`, that metrics of an application name, or analyses that have not ended: they keep the
 * definition with which they were started, whatever becomes of the metric.
 */
export function namedEventKeys(applicationId: SQL | string): SQL {
  return raw`
    select unnest(array[event_key, denominator_key]) as key from metrics
    where application_id = ${applicationId}
    union
    select unnest(array[m.definition ->> 'eventKey', m.definition ->> 'denominatorKey'])
    from analysis_metrics m join analyses a on a.id = m.analysis_id
    where a.application_id = ${applicationId} and a.state <> 'STOPPED'`;
}
