import { pickFields } from '@comporta/contract/fields';
import {
  checkMetric,
  METRIC,
  type Metric,
  type MetricDraft,
  type MetricKind,
} from '@comporta/contract/metrics/metric';
import { typedNumber } from '../ui/fields/typed-number.ts';

/** A metric as the user types it: numbers are strings until they are checked, the margin is in percent. */
export interface MetricForm
  extends Omit<MetricDraft, 'fromHours' | 'windowHours' | 'lookbackDays' | 'cap' | 'margin'> {
  readonly fromHours: string;
  readonly windowHours: string;
  readonly lookbackDays: string;
  readonly cap: { readonly type: string; readonly value: string };
  readonly margin: string;
}

export function metricForm(draft: MetricDraft): MetricForm {
  const { fromHours, windowHours, lookbackDays, cap, margin } = draft;
  return {
    ...draft,
    fromHours: String(fromHours),
    windowHours: String(windowHours),
    lookbackDays: String(lookbackDays),
    cap: { type: cap.type, value: String(cap.value ?? '') },
    margin: percentOf(margin),
  };
}

export function savedMetricForm(metric: Metric): MetricForm {
  return metricForm(pickFields(METRIC, metric));
}

/** The fields of the form that a kind uses. Until a kind is chosen, the fewest. */
export function partsOfKind(kind: string): {
  readonly denominator: boolean;
  readonly from: boolean;
  readonly lookback: boolean;
  readonly cap: boolean;
} {
  const isOneOf = (...kinds: readonly MetricKind[]) => kinds.some((one) => one === kind);
  return {
    denominator: isOneOf('RATIO'),
    from: isOneOf('RETENTION'),
    lookback: isOneOf('CONVERSION', 'COUNT', 'MEAN'),
    cap: isOneOf('COUNT', 'MEAN', 'RATIO'),
  };
}

export function checkMetricForm(form: MetricForm): ReturnType<typeof checkMetric> {
  return checkMetric(metricDraft(form));
}

/** Hidden fields are sent with a neutral value, so that nothing invisible is refused. */
function metricDraft(form: MetricForm): MetricDraft {
  const { kind, cap } = form;
  const parts = partsOfKind(kind);
  return {
    ...form,
    fromHours: parts.from ? typedNumber(form.fromHours) : 0,
    windowHours: typedNumber(form.windowHours),
    lookbackDays: parts.lookback ? typedNumber(form.lookbackDays) : 0,
    cap:
      parts.cap && cap.type !== 'NONE'
        ? { type: cap.type, value: typedNumber(cap.value) }
        : { type: 'NONE' },
    margin: typedNumber(form.margin) / 100,
  };
}

/** Removes rounding errors, such as those of 0.07 × 100. */
function percentOf(share: number): string {
  return String(Number((share * 100).toPrecision(12)));
}
