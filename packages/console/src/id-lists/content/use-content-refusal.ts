import type { changeContent, changeIds, checkIds } from '@comporta/contract/id-lists/id-list-api';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';

/** Says why ids were refused: which line has none, or how many there may be. */
export function useContentRefusal(
  endpoint: typeof changeContent | typeof changeIds | typeof checkIds,
): (error: unknown) => string {
  const t = useTranslations('idList');
  const failureText = useFailureText();
  return (error) => {
    const code = refusalOf(endpoint, error);
    if (!(error instanceof ApiError)) return failureText(error);
    const { lines, count, limit } = error.meta;
    switch (code) {
      case 'INVALID_IDS': {
        const line = Number(Array.isArray(lines) ? lines[0] : 1);
        return t('error.INVALID_IDS', { count: Number(count), line });
      }
      case 'MAX_LIST_IDS_REACHED':
        return t('error.MAX_LIST_IDS_REACHED', { limit: Number(limit) });
      default:
        if (error.code === 'VERSION_CONFLICT') return t('changedMeanwhile');
        if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return t('notText');
        return failureText(error);
    }
  };
}
