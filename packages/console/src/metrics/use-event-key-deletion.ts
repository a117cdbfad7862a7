import { deleteEventKey, type EventKey } from '@comporta/contract/metrics/event-key-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { isNotFound, refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { forgetEventKeys, removeEventKey } from '../data/event-key-queries.ts';
import { useDeletion } from '../ui/dialogs/use-deletion.tsx';

/** The question says that a deleted key can come back, so it lacks the words of other deletions. */
export function useEventKeyDeletion(appId: string): ReturnType<typeof useDeletion<EventKey>> {
  const t = useTranslations('metric');
  const failureText = useFailureText();
  const client = useQueryClient();
  return useDeletion<EventKey>({
    question: ({ key }) => ({
      title: t('list.deleteKey', { eventKey: key }),
      text: t('list.deleteKeyQuestion', { eventKey: key }),
      verb: t('list.deleteKey', { eventKey: key }),
    }),
    remove: ({ key }) => removeEventKey(appId, key),
    refusal: (error) => {
      const code = isNotFound(error) ? 'KEY_NOT_FOUND' : refusalOf(deleteEventKey, error);
      return { text: code === undefined ? failureText(error) : t(`error.${code}`) };
    },
    success: t('list.keyDeleted'),
    onClosed: () => void forgetEventKeys(client, appId),
  });
}
