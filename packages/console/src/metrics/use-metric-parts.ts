import { CAP_TYPES } from '@comporta/contract/metrics/cap';
import { METRIC_KINDS } from '@comporta/contract/metrics/metric';
import { useTranslations } from 'use-intl/react';
import { typedNumber } from '../ui/fields/typed-number.ts';
import type { PartsOf } from '../ui/forms/difference.ts';
import type { MetricForm } from './metric-form.ts';

/** Describes the fields of a metric's form in words, to compare two forms. */
export function useMetricParts(): (form: MetricForm) => PartsOf<MetricForm> {
  const t = useTranslations();
  return (form) => {
    const kind = METRIC_KINDS.find((known) => known === form.kind);
    const cap = CAP_TYPES.find((known) => known === form.cap.type);
    return {
      ...form,
      kind: kind === undefined ? '' : t(`metric.kind.${kind}`),
      better: t(`metric.edit.better.${form.better}`),
      cap: [cap === undefined ? '' : t(`metric.edit.cap.${cap}`), form.cap.value]
        .filter((word) => word !== '')
        .join(': '),
      margin: t('toggle.outcome.percent', { share: typedNumber(form.margin) }),
      trusted: form.trusted ? t('common.yes') : t('common.no'),
    };
  };
}
