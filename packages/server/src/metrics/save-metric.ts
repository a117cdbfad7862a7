import { pickFields } from '@comporta/contract/fields';
import {
  checkMetric,
  METRIC,
  type Metric,
  type MetricDraft,
} from '@comporta/contract/metrics/metric';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { findMetric, insertMetric, updateMetric } from './metric-repository.ts';

export async function createMetric({
  sql,
  actor,
  application,
  body,
}: Write<'application', MetricDraft>): Promise<Metric> {
  const value = valueOrReject(checkMetric(body));
  const metric = await insertMetric(sql, {
    ...value,
    id: newId(),
    appId: application.id,
    ...firstVersion(actor),
  });
  await recordChange(
    { sql, actor, application },
    {
      action: 'CREATED',
      type: 'metric',
      id: metric.id,
      name: metric.key,
      after: pickFields(METRIC, metric),
    },
  );
  return metric;
}

export async function editMetric(
  { sql, actor, application, body, ifMatch }: Write<'application', MetricDraft>,
  id: string,
): Promise<Metric> {
  const before = orNotFound(await findMetric(sql, application.id, id));
  requireVersion(before, ifMatch);
  const value = valueOrReject(checkMetric(body));

  const edited = { ...before, ...value };
  if (isUnchanged(before, edited)) return before;
  const after = await updateMetric(sql, { ...edited, ...nextVersion(before, actor) });
  await recordChange(
    { sql, actor, application },
    {
      action: 'EDITED',
      type: 'metric',
      id,
      name: after.key,
      before: pickFields(METRIC, before),
      after: pickFields(METRIC, after),
    },
  );
  return after;
}
