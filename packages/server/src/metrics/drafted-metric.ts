import { keepOmitted } from '@comporta/contract/fields';
import { checkMetric, METRIC, type MetricDraft } from '@comporta/contract/metrics/metric';
import { newId } from '../platform/base/ids.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, isUnchanged, nextVersion } from '../platform/base/versions.ts';
import type { Writer } from '../platform/http/write.ts';
import type { StoredMetric } from './metric-repository.ts';

/** Creates a metric from a draft; rejects an invalid one. */
export function newMetric({ actor, application }: Writer, draft: MetricDraft): StoredMetric {
  return {
    ...valueOrReject(checkMetric(draft)),
    id: newId(),
    appId: application.id,
    ...firstVersion(actor),
  };
}

/** The metric with the changes of a draft; `before` itself when nothing changes. Rejects an invalid draft. */
export function editedMetric(
  { actor }: Writer,
  before: StoredMetric,
  draft: MetricDraft,
): StoredMetric {
  const edited = { ...before, ...valueOrReject(checkMetric(keepOmitted(METRIC, draft, before))) };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}
