import { pickFields } from '@comporta/contract/fields';
import { METRIC } from '@comporta/contract/metrics/metric';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { deleteMetricRow, findMetric } from './metric-repository.ts';

export async function deleteMetric(
  { sql, actor, application, ifMatch }: Write<'application'>,
  id: string,
): Promise<void> {
  const metric = orNotFound(await findMetric(sql, application.id, id));
  requireVersion(metric, ifMatch);
  await deleteMetricRow(sql, id);
  await recordChange(sql, actor, application, {
    action: 'DELETED',
    type: 'metric',
    id,
    name: metric.key,
    before: pickFields(METRIC, metric),
  });
}
