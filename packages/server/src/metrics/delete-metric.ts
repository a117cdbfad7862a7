import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { metricDeleted } from './metric-changes.ts';
import { deleteMetricRow, findMetric } from './metric-repository.ts';

/** Whether an analysis that was not stopped uses a metric. */
export type IsMeasured = (sql: Sql, applicationId: string, metricId: string) => Promise<boolean>;

export async function deleteMetric(
  { sql, actor, application, ifMatch }: Write<'application'>,
  id: string,
  isMeasured: IsMeasured,
): Promise<void> {
  const metric = orNotFound(await findMetric(sql, application.id, id));
  requireVersion(metric, ifMatch);
  if (await isMeasured(sql, application.id, id)) throw new Rejection('METRIC_IN_USE');
  await deleteMetricRow(sql, id);
  await recordChange({ sql, actor, application }, metricDeleted(metric));
}
