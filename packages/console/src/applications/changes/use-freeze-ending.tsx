import type { Freeze } from '@comporta/contract/freezes/freeze';
import { deleteFreeze } from '@comporta/contract/freezes/freeze-api';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { endFreeze, forgetFreezes, removeFreeze } from '../../data/freeze-queries.ts';
import { useDeletion } from '../../ui/dialogs/use-deletion.tsx';
import { useEntityDeletion } from '../../ui/dialogs/use-entity-deletion.ts';

interface FreezeEnding {
  readonly askToEnd: (freeze: Freeze) => void;
  readonly askToDelete: (freeze: Freeze) => void;
  readonly dialogs: ReactNode;
}

/** Ends a freeze that holds, which stays in the list; or deletes one that is to come or over. */
export function useFreezeEnding(appId: string): FreezeEnding {
  const t = useTranslations('freeze');
  const client = useQueryClient();
  const failureText = useFailureText();
  const onClosed = () => void forgetFreezes(client, appId);
  const end = useDeletion<Freeze>({
    question: ({ name }) => ({
      title: t('endTitle'),
      text: t('endConfirm', { name }),
      verb: t('end'),
    }),
    remove: endFreeze,
    refusal: (error) => ({ text: isNotFound(error) ? t('notFound') : failureText(error) }),
    success: t('ended'),
    onClosed,
  });
  const deletion = useEntityDeletion<Freeze, typeof deleteFreeze>({
    endpoint: deleteFreeze,
    title: t('delete'),
    confirm: ({ name }) => t('deleteConfirm', { name }),
    success: t('deleted'),
    refused: () => t('notFound'),
    remove: removeFreeze,
    onClosed,
  });
  return {
    askToEnd: end.ask,
    askToDelete: deletion.ask,
    dialogs: (
      <>
        {end.dialogs}
        {deletion.dialogs}
      </>
    ),
  };
}
