import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { restoreDeletedItem } from '@comporta/contract/deleted-items/deleted-item-api';
import { useTranslations } from 'use-intl/react';
import { isNotFound, refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { Button } from '../ui/controls/button.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { missingIn } from './restore-refusal.ts';

interface RefusedDialogProps {
  readonly item: DeletedItem;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Says why something was not restored, and what to do first. */
export function RefusedDialog({ item, error, onClose }: RefusedDialogProps) {
  const t = useTranslations();
  const textOf = useRefusalText();
  const missing = missingIn(error);
  return (
    <Dialog
      title={t('deleted.refused', { name: item.name })}
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('common.ok')}
        </Button>
      }
    >
      {missing.length === 0 ? (
        <p>{textOf(error)}</p>
      ) : (
        <>
          <p>{t('deleted.missing')}</p>
          <ul>
            {missing.map(({ type, id, name }) => (
              <li key={id}>{t(`versions.gone.${type}`, { name: name ?? id })}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function useRefusalText(): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  return (error) => {
    if (isNotFound(error)) return t('deleted.gone');
    const code = refusalOf(restoreDeletedItem, error);
    switch (code) {
      case undefined:
      case 'LIMIT_EXCEEDED':
        return failureText(error);
      case 'TOGGLE_HAS_EXPERIMENT':
      case 'TOGGLE_ARCHIVED':
      case 'CIRCULAR_TOGGLE_DEPENDENCY':
      case 'DEPENDENCY_CHAIN_TOO_LONG':
      case 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT':
        return t(`bulk.error.${code}`);
      case 'MAX_FEATURE_TOGGLES_LIMIT_REACHED':
        return t(`toggle.error.${code}`);
      default:
        return t('deleted.outdated');
    }
  };
}
