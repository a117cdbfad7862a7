import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { figuresInWords } from './figures-in-words.ts';
import { shownValue } from './shown-value.ts';
import type { Format, Say } from './speak.ts';

/** The parts of a metric that sentences mention. */
export type SpokenMetric = Pick<MeasuredMetric, 'key' | 'name' | 'kind' | 'role'> &
  // News that 0.2.0 queued do not name it.
  Partial<Pick<MeasuredMetric, 'better'>>;

export interface Speaker {
  readonly say: Say;
  readonly format: Format;
}

/** A verdict about one value and one metric. */
export type NamedParams = Extract<VerdictAnswer, { code: 'WINNER' }>['params'];
type OpenLoss = Extract<
  VerdictAnswer,
  { code: 'WINNER_NOT_HARMED' }
>['params']['notHarmed'][number];

/** The gate of RES-58, as far as sentences mention it. */
export const GATE = { users: 100, positive: 25 } as const;

/** What the sentences of verdicts are made of, in one language. */
export function verdictParts({ say, format }: Speaker, metrics: readonly SpokenMetric[]) {
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

  function named(params: NamedParams) {
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

  /** The same without signs, for a metric that is better when it goes down; undefined for others. */
  function lowered(params: NamedParams) {
    const metric = metricOf(params.metric);
    if (metric?.better !== 'DOWN') return undefined;
    const amount = (figure: number) => figures.amount(params.scale, metric.kind, figure);
    return {
      value: shownValue(params.value),
      metric: metric.name,
      lift: amount(params.point),
      low: amount(params.high),
      high: amount(params.low),
    };
  }

  return { figures, goal, metricOf, ends, named, lowered };
}

/** A guardrail that is not proved safe, and how much worse it may still be. Source: RES-106. */
export function openLossIn(
  { say, format }: Speaker,
  metrics: readonly SpokenMetric[],
  { metric: key, scale, worst }: OpenLoss,
): { readonly guardrail: string; readonly worst: string } {
  const metric = metrics.find((one) => one.key === key);
  const kind = metric?.kind ?? 'MEAN';
  const amount = figuresInWords(say, format).amount(scale, kind, worst);
  return { guardrail: metric?.name ?? key, worst: amount };
}
