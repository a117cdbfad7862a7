import type { Toggle } from '@comporta/contract/toggles/toggle';
import { deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { isNotFound, refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { useUsageLinks } from '../base/use-usage-links.ts';
import { useDeletion } from '../ui/dialogs/use-deletion.tsx';
import { forgetToggles, removeToggle } from './toggle-queries.ts';

/** Deletes a toggle, from wherever it is shown; `onDeleted` leaves a screen that is about it. */
export function useToggleDeletion(appId: string, onDeleted?: () => void) {
  const t = useTranslations('toggle');
  const irreversible = useTranslations('dialog.confirm')('irreversible');
  const failureText = useFailureText();
  const usageLinks = useUsageLinks(appId);
  const client = useQueryClient();
  return useDeletion<Toggle>({
    question: ({ name }) => ({
      title: t('delete.title'),
      text: `${t('delete.confirm', { name })} ${irreversible}`,
      verb: t('delete.title'),
    }),
    remove: removeToggle,
    refusal: (error) => {
      const code = isNotFound(error) ? 'NOT_FOUND' : refusalOf(deleteToggle, error);
      const text = code === undefined ? failureText(error) : t(`error.${code}`);
      return { text, items: usageLinks(error) };
    },
    success: t('delete.success'),
    onClosed: (kind) => {
      if (kind === 'success') onDeleted?.();
      void forgetToggles(client, appId);
    },
  });
}
