import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { shownValue } from './shown-value.ts';
import {
  GATE,
  type NamedParams,
  openLossIn,
  type Speaker,
  type SpokenMetric,
  verdictParts,
} from './verdict-parts.ts';

export interface Spoken {
  readonly verdict: VerdictAnswer;
  readonly metrics: readonly SpokenMetric[];
  /** The sentence of the diagnosis, where there is one. */
  readonly whyNoData?: string | undefined;
}

/** Explains a verdict in one sentence. Source: RES-59. */
export function verdictInWords(
  { say, format }: Speaker,
  { verdict, metrics, whyNoData = '' }: Spoken,
): string {
  const { figures, goal, metricOf, ends, named, ...parts } = verdictParts({ say, format }, metrics);

  /** The sentence for a metric that is better when it goes down; undefined for others. */
  function lowered(params: NamedParams) {
    const said = parts.lowered(params);
    return said && say('results.verdict.lowers', said);
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
    case 'GUARDRAIL_HARM': {
      const { ahead } = verdict.params;
      const { value, metric, ...said } = named(verdict.params);
      return ahead === undefined
        ? say('results.verdict.GUARDRAIL_HARM', { value, metric, ...said })
        : say('results.verdict.harmButAhead', {
            harmful: value,
            metric,
            ahead: shownValue(ahead),
          });
    }
    case 'WINNER_SIGNAL':
      return say('results.verdict.WINNER_SIGNAL', named(verdict.params));
    case 'WINNER': {
      const lowers = lowered(verdict.params);
      return lowers === undefined
        ? say('results.verdict.WINNER', named(verdict.params))
        : `${lowers} ${say('results.verdict.mayStop')}`;
    }
    case 'WINNER_NOT_HARMED': {
      const { notHarmed } = verdict.params;
      const lowers = lowered(verdict.params);
      const bounds = notHarmed.map((loss) => openLossIn({ say, format }, metrics, loss));
      const stillWorse = (all: typeof bounds) =>
        all.map((bound) => say('results.verdict.stillWorse', bound));
      const [first, ...others] = bounds;
      if (lowers !== undefined || first === undefined) {
        const better = lowers ?? say('results.verdict.WINNER', named(verdict.params));
        return [better, say('results.verdict.notHarmed'), ...stillWorse(bounds)].join(' ');
      }
      const said = { ...named(verdict.params), ...first };
      return [say('results.verdict.WINNER_NOT_HARMED', said), ...stillWorse(others)].join(' ');
    }
    case 'WINNER_GUARDRAILS_OPEN': {
      const { guardrail: key } = verdict.params;
      const guardrail = metricOf(key)?.name ?? key;
      const lowers = lowered(verdict.params);
      return lowers === undefined
        ? say('results.verdict.WINNER_GUARDRAILS_OPEN', { ...named(verdict.params), guardrail })
        : `${lowers} ${say('results.verdict.guardrailOpen', { guardrail })}`;
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
