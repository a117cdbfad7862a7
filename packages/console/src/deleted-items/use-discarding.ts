import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { discardItem, forgetDeletedItems } from '../data/deleted-item-queries.ts';
import { useDeletion } from '../ui/dialogs/use-deletion.tsx';

/** Deletes for good what could be restored. */
export function useDiscarding(appId: string): ReturnType<typeof useDeletion<DeletedItem>> {
  const t = useTranslations();
  const client = useQueryClient();
  const failureText = useFailureText();
  return useDeletion<DeletedItem>({
    question: ({ name }) => ({
      title: t('deleted.forGood'),
      text: `${t('deleted.forGoodConfirm', { name })} ${t('dialog.confirm.irreversible')}`,
      verb: t('deleted.forGood'),
    }),
    remove: (item) => discardItem(appId, item),
    refusal: (error) => ({ text: isNotFound(error) ? t('deleted.gone') : failureText(error) }),
    success: t('deleted.forGoodDone'),
    onClosed: () => void forgetDeletedItems(client, appId),
  });
}
