import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { useOutcomeWords } from '../outcome/outcome-words.ts';

/** Says what the next step of a request makes of an experiment; undefined where it leaves it alone, or has no time. */
export function useComingText(
  toggle: Toggle,
  experimentId: string,
): (request: ChangeRequestSummary) => string | undefined {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { sentence } = useOutcomeWords();
  return ({ number, nextAt, next }) => {
    const edit = next.find((one) => one.id === experimentId);
    if (edit === undefined || nextAt === null) return undefined;
    const { outcome, status } = edit;
    const words = sentence(toggle, outcome && status ? { outcome, status } : undefined);
    return t('comingNext', { next: words, time: time(nextAt), number: String(number) });
  };
}
