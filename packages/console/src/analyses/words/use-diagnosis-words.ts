import type { FailedStep } from '@comporta/contract/analyses/diagnosis';
import { ITEM_CODES } from '@comporta/contract/events/event';
import { useTranslations } from 'use-intl/react';
import { useFigures } from './use-figures.ts';

/** Explains why there are no results, and how to fix that. Source: RES-76. */
export function useDiagnosisWords() {
  const t = useTranslations('results.diagnosis');
  const codes = useTranslations('events');
  const figures = useFigures();

  function cause(step: FailedStep): string {
    switch (step.reason) {
      case 'NO_TRAFFIC':
        return t('NO_TRAFFIC.cause', { ...step, date: figures.day(step.since) });
      case 'EVENTS_BEFORE_EXPOSURE':
        return t('EVENTS_BEFORE_EXPOSURE.cause', {
          eventKey: step.eventKey,
          percent: figures.percent(step.share, 0),
        });
      case 'EXPOSURES_REJECTED':
        return t('EXPOSURES_REJECTED.cause', {
          count: step.count,
          code: `${step.code} (${itemCode(step.code)})`,
        });
      case 'NO_KEY':
        return t('NO_KEY.cause', step);
      case 'TOGGLE_NOT_EVALUATED':
        return t('TOGGLE_NOT_EVALUATED.cause', step);
      case 'SPLIT_NOT_REACHED':
        return t('SPLIT_NOT_REACHED.cause', step);
      case 'EXPOSURES_NOT_SENT':
        return t('EXPOSURES_NOT_SENT.cause');
      case 'NO_EVENTS':
        return t('NO_EVENTS.cause', step);
      case 'UNITS_DO_NOT_MATCH':
        return t('UNITS_DO_NOT_MATCH.cause', step);
      case 'CLOCK_SKEW':
        return t('CLOCK_SKEW.cause', step);
      case 'TOO_FEW':
        return t('TOO_FEW.cause', { count: step.count, needed: step.needed });
    }
  }

  function itemCode(code: string): string {
    const known = ITEM_CODES.find((one) => one === code);
    return known === undefined ? '' : codes(`itemCode.${known}`);
  }

  function repair(step: FailedStep): string {
    if (step.reason === 'NO_EVENTS') return t('NO_EVENTS.repair', { eventKey: step.eventKey });
    if (step.reason !== 'TOO_FEW') return t(`${step.reason}.repair`);
    const { expectedOn } = step;
    return expectedOn === undefined ? '' : t('TOO_FEW.repair', { date: figures.day(expectedOn) });
  }

  return { cause, repair };
}
