import type { Health } from '@comporta/contract/analyses/health';
import { ITEM_CODES } from '@comporta/contract/events/event';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { useTimeAgo } from '../../ui/time-ago.tsx';
import { useFigures } from './use-figures.ts';

/** Explains what a check of the data found, and why. */
export function useHealthWords(metricName: (key: string) => string) {
  const t = useTranslations('results.health');
  const words = useTranslations('results');
  const codes = useTranslations('events');
  const figures = useFigures();
  const timeAgo = useTimeAgo();

  function cause(check: Health): string {
    switch (check.code) {
      case 'SRM': {
        const { value, users, expected } = check.params;
        const said = { value: shownValue(value), users, expected: Math.round(expected) };
        return t('SRM.cause', said);
      }
      case 'ASSIGNMENT': {
        const { share, reported, expected } = check.params;
        const shown = (value?: string) =>
          value === undefined ? words('anotherValue') : shownValue(value);
        return t('ASSIGNMENT.cause', {
          percent: figures.percent(share),
          reported: shown(reported),
          expected: shown(expected),
        });
      }
      case 'FRESHNESS': {
        const { at } = check.params;
        return at === undefined ? '' : t('FRESHNESS.cause', { time: timeAgo(at) });
      }
      case 'REJECTED': {
        const { count, code = '' } = check.params;
        const known = ITEM_CODES.find((one) => one === code);
        const said = known === undefined ? code : `${code} (${codes(`itemCode.${known}`)})`;
        return t('REJECTED.cause', { count, code: said });
      }
      case 'CLOCK_SKEW':
        return t('CLOCK_SKEW.cause', { percent: figures.percent(check.params.share) });
      case 'CAPPED': {
        const { share, metric = '', cap = 0 } = check.params;
        return t('CAPPED.cause', {
          percent: figures.percent(share),
          metric: metricName(metric),
          cap: figures.count(cap),
        });
      }
      case 'DROPPED':
        return t('DROPPED.cause', check.params);
      case 'BOTS':
        return t('BOTS.cause', { count: check.params.count });
      case 'CARRIED':
        return t('CARRIED.cause', check.params);
      case 'UNITS':
        return t('UNITS.cause', check.params);
      case 'PAGE_EVENTS': {
        const { count, metric = '' } = check.params;
        return t('PAGE_EVENTS.cause', { count, metric: metricName(metric) });
      }
      case 'PAGE_EXPOSURES':
        return t('PAGE_EXPOSURES.cause', { share: figures.percent(check.params.share) });
      case 'BULK':
        return t('BULK.cause');
    }
  }

  /** A few words for a check that passed. */
  function short(check: Health): string {
    switch (check.code) {
      case 'UNITS':
        return check.params.users === 0 ? t('UNITS.title') : t('short.UNITS', check.params);
      case 'PAGE_EXPOSURES':
        return cause(check);
      case 'BOTS': {
        const { count } = check.params;
        return count === 0 ? t('short.BOTS') : words('botsLeftOut', { count });
      }
      default:
        return t(`short.${check.code}`);
    }
  }

  return {
    /** Pages may send exposures: that check only tells. */
    title: (check: Health) =>
      check.code === 'PAGE_EXPOSURES' ? cause(check) : t(`${check.code}.title`),
    cause,
    repair: ({ code }: Health) => (code === 'PAGE_EXPOSURES' ? '' : t(`${code}.repair`)),
    short,
  };
}
