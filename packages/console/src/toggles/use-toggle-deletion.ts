import type { Toggle } from '@comporta/contract/toggles/toggle';
import { deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useRestorable } from '../base/use-restorable.ts';
import { forgetDeletedToggle, forgetToggles, removeToggle } from '../data/toggle-queries.ts';
import { useUsageLinks } from '../parts/usage/use-usage-links.ts';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';

/** Deletes a toggle from any screen; `onDeleted` leaves a screen about the deleted toggle. */
export function useToggleDeletion(appId: string, onDeleted?: () => void) {
  const t = useTranslations('toggle');
  const client = useQueryClient();
  return useEntityDeletion<Toggle, typeof deleteToggle>({
    endpoint: deleteToggle,
    title: t('delete.title'),
    confirm: ({ name }) => t('delete.confirm', { name }),
    afterwards: useRestorable(),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    usedIn: useUsageLinks(appId),
    remove: removeToggle,
    onClosed: (kind) => {
      if (kind === 'success') {
        onDeleted?.();
        void forgetDeletedToggle(client, appId);
      } else void forgetToggles(client, appId);
    },
  });
}
