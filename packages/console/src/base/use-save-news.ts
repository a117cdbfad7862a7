import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../api/failure-text.ts';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import type { AfterSave } from '../ui/forms/submit-form.ts';
import { useHasLeft } from '../ui/forms/use-has-left.ts';
import { toast } from '../ui/toast-store.ts';

interface DoneSave {
  readonly id: string;
  /** The name of the saved thing. */
  readonly name: string;
  /** The path of its own screen. */
  readonly path?: string;
  /** The list to go to after the save; absent when the user stays on the screen. */
  readonly list?: string;
  /** What follows the save: leave, stay, or create another. */
  readonly next?: AfterSave;
  /** Saves the former state again; undefined when there is none to restore. */
  readonly undo: (() => Promise<unknown>) | undefined;
}

/**
 * Reports a save with a link and an undo, then goes to the list, unless the user stays, creates another or has
 * already left.
 */
export function useSaveNews(): (save: DoneSave) => void {
  const t = useTranslations('common');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const hasLeft = useHasLeft();

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
    if (next !== 'leave' || list === undefined || hasLeft()) return;
    void navigate(list, { state: { savedId: id } });
  };
}
