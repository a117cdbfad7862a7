import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { isAnswered } from '../api/admission.ts';
import { thingPath } from '../base/sections.ts';
import { restoreItem } from '../data/deleted-item-queries.ts';
import { toast } from '../ui/toast-store.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { isAboutName } from './restore-refusal.ts';

interface Refused {
  readonly item: DeletedItem;
  readonly error: unknown;
}

/** Restores what was deleted, asks for another name where its own is taken, and says why where it cannot be. */
export function useRestoring(appId: string): {
  readonly restore: (item: DeletedItem) => void;
  readonly busyId: string | undefined;
  readonly dialogs: ReactNode;
} {
  const t = useTranslations('deleted');
  const client = useQueryClient();
  const [busyId, setBusyId] = useState<string>();
  const [refused, setRefused] = useState<Refused>();
  const busy = useRef(false);

  async function restore(item: DeletedItem, name?: string): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setBusyId(item.id);
    try {
      const restored = await restoreItem(client, appId, {
        id: item.id,
        ...(name !== undefined && { name }),
      });
      const { type, id, envId } = restored;
      const to = thingPath(type, { appId, id, ...(envId !== null && { envId }) });
      setRefused(undefined);
      toast({
        text: t('restored', { name: restored.name }),
        ...(to !== undefined && { link: { text: t('open'), to } }),
      });
      // The pressed button disappears with its row.
      requestAnimationFrame(() => document.querySelector('h1')?.focus());
    } catch (error) {
      setRefused(isAnswered(error) ? undefined : { item, error });
    } finally {
      busy.current = false;
      setBusyId(undefined);
    }
  }

  const close = () => setRefused(undefined);
  const dialogs =
    refused &&
    (isAboutName(refused.error) ? (
      <RenameDialog
        {...refused}
        isBusy={busyId !== undefined}
        onRestore={(name) => void restore(refused.item, name)}
        onClose={close}
      />
    ) : (
      <RefusedDialog {...refused} onClose={close} />
    ));
  return { restore: (item) => void restore(item), busyId, dialogs };
}
