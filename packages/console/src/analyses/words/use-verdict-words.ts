import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { useFigures } from './use-figures.ts';

type MetricWords = Pick<MeasuredMetric, 'key' | 'name' | 'kind' | 'role'>;

/** Gate of RES-58, as far as a sentence names it. */
const GATE = { users: 100, positive: 25 } as const;

/**
 * Says what a verdict means, in one sentence. `whyNoData` is the sentence of the diagnosis, where
 * there is one.
 */
export function useVerdictWords(metrics: readonly MetricWords[]) {
  const t = useTranslations('results');
  const figures = useFigures();
  const goal = metrics.find(({ role }) => role === 'GOAL');
  const metricOf = (key: string) => metrics.find((metric) => metric.key === key);

  /** The ends of an interval, as lifts or in the unit of their metric. */
  function ends(
    { scale, low, high }: { readonly scale: string; readonly low: number; readonly high: number },
    metric = goal,
  ) {
    const say = (figure: number) =>
      scale === 'LIFT' || metric === undefined
        ? figures.lift(figure)
        : figures.difference(metric.kind, figure);
    return { low: say(low), high: say(high), point: say };
  }

  function named(params: Extract<VerdictAnswer, { code: 'WINNER' }>['params']) {
    const metric = metricOf(params.metric);
    const { low, high, point } = ends(params, metric);
    return {
      value: shownValue(params.value),
      metric: metric?.name ?? params.metric,
      low,
      high,
      lift: point(params.point),
    };
  }

  return (verdict: VerdictAnswer, whyNoData = ''): string => {
    switch (verdict.code) {
      case 'INVALID_SRM': {
        const { value, users, expected } = verdict.params;
        const said = { value: shownValue(value), users, expected: Math.round(expected) };
        return t('verdict.INVALID_SRM', said);
      }
      case 'INVALID_ASSIGNMENT':
        return t('verdict.INVALID_ASSIGNMENT', { percent: figures.percent(verdict.params.share) });
      case 'NO_DATA':
        return t('verdict.NO_DATA', { reason: whyNoData }).trim();
      case 'TOO_EARLY': {
        const { reason, value, count, needed = 0 } = verdict.params;
        if (reason === 'UNITS') {
          return t('verdict.TOO_EARLY_USERS', { count, needed, value: shownValue(value) });
        }
        if (reason === 'POSITIVE') {
          return t('verdict.TOO_EARLY', { count, needed, metric: goal?.name ?? '' });
        }
        return t('verdict.NO_INTERVAL', { count, reason: t(`notComputable.${reason}`, GATE) });
      }
      case 'GUARDRAIL_HARM':
        return t('verdict.GUARDRAIL_HARM', named(verdict.params));
      case 'WINNER_SIGNAL':
        return t('verdict.WINNER_SIGNAL', named(verdict.params));
      case 'WINNER':
        return t('verdict.WINNER', named(verdict.params));
      case 'WINNER_GUARDRAILS_OPEN': {
        const { guardrail } = verdict.params;
        return t('verdict.WINNER_GUARDRAILS_OPEN', {
          ...named(verdict.params),
          guardrail: metricOf(guardrail)?.name ?? guardrail,
        });
      }
      case 'LOSER':
        return t('verdict.LOSER', named(verdict.params));
      case 'EQUIVALENT':
      case 'NO_DIFFERENCE': {
        const { low, high } = ends(verdict.params);
        return t(`verdict.${verdict.code}`, { low, high });
      }
      case 'RUNNING': {
        const { days } = verdict.params;
        const { low, high } = ends(verdict.params);
        return days === undefined
          ? t('verdict.RUNNING_NO_FORECAST', { low, high })
          : t('verdict.RUNNING', { low, high, days });
      }
    }
  };
}
