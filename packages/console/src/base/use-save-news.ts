import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../api/failure-text.ts';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import type { AfterSave } from '../ui/forms/submit-form.ts';
import { toast } from '../ui/toast-store.ts';

interface DoneSave {
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  /** Its own screen, */
  readonly path?: string;
  /** and the list that it is in, where one goes after the save; absent for who stays where they are. */
  readonly list?: string;
  /** Whether one leaves at all, or makes another. */
  readonly next?: AfterSave;
  /** Saves what was there before; absent for what was created. */
  readonly undo: (() => Promise<unknown>) | undefined;
}

/** Tells of a save: where it is, and how to take it back; leads to the list unless one stays or makes another. */
export function useSaveNews(): (save: DoneSave) => void {
  const t = useTranslations('common');
  const navigate = useNavigate();
  const failureText = useFailureText();

  async function takeBack({ name, undo }: DoneSave) {
    try {
      await undo?.();
      toast({ text: t('saveUndone', { name }) });
    } catch (error) {
      const conflict = conflictIn(error);
      toast({
        text:
          conflict === undefined
            ? t('notUndone', { name, reason: failureText(error) })
            : t('notUndoneSavedBy', { name, person: conflict.savedBy }),
      });
    }
  }

  return (save) => {
    const { id, name, path, list, next = 'leave', undo } = save;
    toast({
      text: t('savedNews', { name }),
      ...(path !== undefined && { link: { text: t('view'), to: path } }),
      ...(undo && { undo: () => void takeBack(save) }),
    });
    if (next === 'leave' && list !== undefined) void navigate(list, { state: { savedId: id } });
  };
}
