import type { Toggle } from '@comporta/contract/toggles/toggle';
import { archiveToggle, deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { shownValue } from '@comporta/messages/shown-value';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { isAnswered } from '../../api/admission.ts';
import { isNotFound, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { forgetDeletedExperiments } from '../../data/experiment-queries.ts';
import {
  archive,
  forgetDeletedToggle,
  forgetToggles,
  removeToggle,
} from '../../data/toggle-queries.ts';
import { useUsageLinks } from '../../parts/usage/use-usage-links.ts';
import type { Outcome } from '../../ui/dialogs/info-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

export interface AskedAction {
  readonly toggle: Toggle;
  readonly action: 'delete' | 'archive';
  readonly onClose: () => void;
  /** Leaves a screen about a toggle that is deleted. */
  readonly onDeleted?: () => void;
}

/** Deletes or archives a toggle together with the experiments of these ids. */
export function useToggleAction(asked: AskedAction, experimentIds: readonly string[]) {
  const { toggle, action, onClose, onDeleted } = asked;
  const { appId, name } = toggle;
  const t = useTranslations('toggle');
  const client = useQueryClient();
  const failureText = useFailureText();
  const usageLinks = useUsageLinks(appId);
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function confirm() {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      if (action === 'delete') {
        await removeToggle(toggle, experimentIds);
        setOutcome({ kind: 'success', text: t('delete.success') });
      } else {
        await archive(client, toggle, experimentIds);
        void forgetDeletedExperiments(client, appId, experimentIds);
        const value = shownValue(toggle.defaultValue, toggle.values);
        toast({ text: t('archive.doneWithout', { name, value }) });
        onClose();
      }
    } catch (error) {
      if (isAnswered(error)) onClose();
      else setOutcome({ kind: 'error', text: refusalText(error), items: usageLinks(error) });
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  function refusalText(error: unknown): string {
    if (isNotFound(error)) return t('error.NOT_FOUND');
    const code = refusalOf(action === 'delete' ? deleteToggle : archiveToggle, error);
    if (code === undefined) return failureText(error);
    return t(action === 'delete' ? `error.${code}` : `archive.refused.${code}`);
  }

  function close(kind: Outcome['kind']) {
    onClose();
    if (kind === 'error') {
      void forgetToggles(client, appId);
      return;
    }
    onDeleted?.();
    void forgetDeletedToggle(client, appId);
    void forgetDeletedExperiments(client, appId, experimentIds);
    // The pressed button disappears with its row.
    requestAnimationFrame(() => document.querySelector('h1')?.focus());
  }

  return { outcome, isBusy, confirm: () => void confirm(), close };
}
