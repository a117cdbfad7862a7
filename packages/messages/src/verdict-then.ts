import type { Analysis } from '@comporta/contract/analyses/analysis';
import { shownValue } from './shown-value.ts';
import type { Spoken } from './verdict-in-words.ts';
import {
  GATE,
  type NamedParams,
  openLossIn,
  type Speaker,
  type SpokenMetric,
  verdictParts,
} from './verdict-parts.ts';

/** Tells a verdict of what has ended: it promises and advises nothing. Source: RES-113. */
export function verdictThenInWords(
  { say, format }: Speaker,
  { verdict, metrics, whyNoData = '' }: Spoken,
): string {
  const { figures, goal, metricOf, ends, ...parts } = verdictParts({ say, format }, metrics);

  function better(params: NamedParams): string {
    const lowered = parts.lowered(params);
    return lowered === undefined
      ? say('results.verdictThen.improved', parts.named(params))
      : say('results.verdictThen.lowered', lowered);
  }

  switch (verdict.code) {
    case 'INVALID_SRM': {
      const { value, users, expected } = verdict.params;
      const said = { value: shownValue(value), users, expected: Math.round(expected) };
      return say('results.verdict.INVALID_SRM', said);
    }
    case 'INVALID_ASSIGNMENT':
      return say('results.verdict.INVALID_ASSIGNMENT', {
        percent: figures.percent(verdict.params.share),
      });
    case 'NO_DATA':
      return say('results.verdictThen.NO_DATA', { reason: whyNoData }).trim();
    case 'TOO_EARLY': {
      const { reason, value, count, needed = 0 } = verdict.params;
      if (reason === 'UNITS') {
        const said = { count, needed, value: shownValue(value) };
        return say('results.verdictThen.TOO_EARLY_USERS', said);
      }
      if (reason === 'POSITIVE') {
        const said = { count, needed, metric: goal?.name ?? '' };
        return say('results.verdictThen.TOO_EARLY', said);
      }
      const why = say(`results.notComputable.${reason}`, GATE);
      return say('results.verdictThen.NO_INTERVAL', { count, reason: why });
    }
    case 'GUARDRAIL_HARM': {
      const { ahead } = verdict.params;
      const { value: harmful, metric, ...said } = parts.named(verdict.params);
      if (ahead === undefined) {
        return say('results.verdictThen.GUARDRAIL_HARM', { value: harmful, metric, ...said });
      }
      const both = { harmful, metric, ahead: shownValue(ahead) };
      return say('results.verdictThen.harmButAhead', both);
    }
    case 'WINNER_SIGNAL':
      return say('results.verdictThen.WINNER_SIGNAL', parts.named(verdict.params));
    case 'WINNER':
      return better(verdict.params);
    case 'WINNER_NOT_HARMED': {
      const bounds = verdict.params.notHarmed.map((loss) =>
        say('results.verdictThen.stillWorse', openLossIn({ say, format }, metrics, loss)),
      );
      return [better(verdict.params), say('results.verdictThen.notHarmed'), ...bounds].join(' ');
    }
    case 'WINNER_GUARDRAILS_OPEN': {
      const { guardrail: key } = verdict.params;
      const guardrail = metricOf(key)?.name ?? key;
      return `${better(verdict.params)} ${say('results.verdictThen.guardrailOpen', { guardrail })}`;
    }
    case 'LOSER':
      return say('results.verdictThen.LOSER', parts.named(verdict.params));
    case 'EQUIVALENT':
    case 'NO_DIFFERENCE':
    case 'RUNNING': {
      const { low, high } = ends(verdict.params);
      return say(`results.verdictThen.${verdict.code}`, { low, high });
    }
  }
}

/** What was decided, by whom, when, and on which figures. Source: RES-113. */
export function decisionInWords(
  { say, format }: Speaker,
  {
    stopped,
    metrics,
  }: {
    readonly stopped: NonNullable<Analysis['stopped']>;
    readonly metrics: readonly SpokenMetric[];
  },
): string {
  const { at, because, by, value } = stopped;
  const verdict =
    stopped.verdict === undefined
      ? say('results.closed.noVerdict')
      : verdictThenInWords({ say, format }, { verdict: stopped.verdict, metrics });
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const date = format.dateTime(new Date(at), day);
  if (by === undefined) return say('results.closed.ENDED', { date, verdict });
  const said = { name: by.name, date, verdict };
  if (because === 'SHIPPED' && value !== undefined) {
    return say('results.closed.SHIPPED', { ...said, value: shownValue(value) });
  }
  return because === 'USER'
    ? say('results.closed.STOPPED', said)
    : say('results.closed.ENDED', { date, verdict });
}
