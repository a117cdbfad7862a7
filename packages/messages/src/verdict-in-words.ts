import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { figuresInWords } from './figures-in-words.ts';
import { shownValue } from './shown-value.ts';
import type { Format, Say } from './speak.ts';

/** The parts of a metric that sentences mention. */
export type SpokenMetric = Pick<MeasuredMetric, 'key' | 'name' | 'kind' | 'role'>;

interface Spoken {
  readonly verdict: VerdictAnswer;
  readonly metrics: readonly SpokenMetric[];
  /** The sentence of the diagnosis, where there is one. */
  readonly whyNoData?: string | undefined;
}

/** The gate of RES-58, as far as sentences mention it. */
const GATE = { users: 100, positive: 25 } as const;

/** Explains a verdict in one sentence. Source: RES-59. */
export function verdictInWords(
  { say, format }: { readonly say: Say; readonly format: Format },
  { verdict, metrics, whyNoData = '' }: Spoken,
): string {
  const figures = figuresInWords(say, format);
  const goal = metrics.find(({ role }) => role === 'GOAL');
  const metricOf = (key: string) => metrics.find((metric) => metric.key === key);

  /** The ends of an interval, as lifts or in the unit of the metric. */
  function ends(
    { scale, low, high }: { readonly scale: string; readonly low: number; readonly high: number },
    metric = goal,
  ) {
    const point = (figure: number) =>
      scale === 'LIFT' || metric === undefined
        ? figures.lift(figure)
        : figures.difference(metric.kind, figure);
    return { low: point(low), high: point(high), point };
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

  switch (verdict.code) {
    case 'INVALID_SRM': {
      const { value, users, expected } = verdict.params;
      const said = { value: shownValue(value), users, expected: Math.round(expected) };
      return say('results.verdict.INVALID_SRM', said);
    }
    case 'INVALID_ASSIGNMENT': {
      const percent = figures.percent(verdict.params.share);
      return say('results.verdict.INVALID_ASSIGNMENT', { percent });
    }
    case 'NO_DATA':
      return say('results.verdict.NO_DATA', { reason: whyNoData }).trim();
    case 'TOO_EARLY': {
      const { reason, value, count, needed = 0 } = verdict.params;
      if (reason === 'UNITS') {
        return say('results.verdict.TOO_EARLY_USERS', { count, needed, value: shownValue(value) });
      }
      if (reason === 'POSITIVE') {
        return say('results.verdict.TOO_EARLY', { count, needed, metric: goal?.name ?? '' });
      }
      const why = say(`results.notComputable.${reason}`, GATE);
      return say('results.verdict.NO_INTERVAL', { count, reason: why });
    }
    case 'GUARDRAIL_HARM':
      return say('results.verdict.GUARDRAIL_HARM', named(verdict.params));
    case 'WINNER_SIGNAL':
      return say('results.verdict.WINNER_SIGNAL', named(verdict.params));
    case 'WINNER':
      return say('results.verdict.WINNER', named(verdict.params));
    case 'WINNER_GUARDRAILS_OPEN': {
      const { guardrail } = verdict.params;
      return say('results.verdict.WINNER_GUARDRAILS_OPEN', {
        ...named(verdict.params),
        guardrail: metricOf(guardrail)?.name ?? guardrail,
      });
    }
    case 'LOSER':
      return say('results.verdict.LOSER', named(verdict.params));
    case 'EQUIVALENT':
    case 'NO_DIFFERENCE': {
      const { low, high } = ends(verdict.params);
      return say(`results.verdict.${verdict.code}`, { low, high });
    }
    case 'RUNNING': {
      const { days } = verdict.params;
      const { low, high } = ends(verdict.params);
      return days === undefined
        ? say('results.verdict.RUNNING_NO_FORECAST', { low, high })
        : say('results.verdict.RUNNING', { low, high, days });
    }
  }
}
