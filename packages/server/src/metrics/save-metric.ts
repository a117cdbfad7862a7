import type { Metric, MetricDraft } from '@comporta/contract/metrics/metric';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { editedMetric, newMetric } from './drafted-metric.ts';
import { metricCreated, metricEdited } from './metric-changes.ts';
import { findMetric, insertMetric, keepEventKeys, updateMetric } from './metric-repository.ts';

export async function createMetric(call: Write<'application', MetricDraft>): Promise<Metric> {
  const { sql, actor, application, body } = call;
  const metric = await insertMetric(sql, newMetric(call, body));
  await keepEventKeys(sql, metric);
  await recordChange({ sql, actor, application }, metricCreated(metric));
  return metric;
}

export async function editMetric(
  call: Write<'application', MetricDraft>,
  id: string,
): Promise<Metric> {
  const { sql, actor, application, body, ifMatch } = call;
  const before = orNotFound(await findMetric(sql, application.id, id));
  requireVersion(before, ifMatch);
  const edited = editedMetric(call, before, body);
  if (edited === before) return before;
  const after = await updateMetric(sql, edited);
  await keepEventKeys(sql, after);
  await recordChange({ sql, actor, application }, metricEdited(before, after));
  return after;
}
