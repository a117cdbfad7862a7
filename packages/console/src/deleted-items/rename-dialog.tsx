import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { restoreDeletedItem } from '@comporta/contract/deleted-items/deleted-item-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { Button } from '../ui/controls/button.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';

interface RenameDialogProps {
  readonly item: DeletedItem;
  /** The refusal of the last name. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRestore: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for another name, because something else has the former one now. */
export function RenameDialog({ item, error, isBusy, onRestore, onClose }: RenameDialogProps) {
  const t = useTranslations();
  const { name: former } = item;
  const [name, setName] = useState(former);
  /** The refusal that the user has seen, and edited the name since. */
  const [answered, setAnswered] = useState<unknown>();
  const problemOf = useNameProblem();

  return (
    <Dialog
      title={t('deleted.rename.title')}
      onClose={onClose}
      onSubmit={() => onRestore(name)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('deleted.restore')}
          </Button>
        </>
      }
    >
      <p>{t('deleted.rename.text', { name: former })}</p>
      <TextInput
        data-autofocus
        label={t('deleted.rename.name')}
        value={name}
        error={answered === error ? undefined : problemOf(error)}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setAnswered(error);
        }}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}

function useNameProblem(): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  return (error) => {
    const code = refusalOf(restoreDeletedItem, error);
    switch (code) {
      case 'DUPLICATE_NAME':
      case 'EMPTY_NAME':
      case 'INVALID_NAME':
        return t(`toggle.error.${code}`);
      case 'NAME_TOO_LONG':
        return t('toggle.error.NAME_TOO_LONG', { limit: limitIn(error) });
      case 'DUPLICATE_KEY':
      case 'EMPTY_KEY':
      case 'INVALID_KEY':
      case 'UID_FORBIDDEN':
      case 'INVALID_CHARACTERS':
        return t(`property.error.${code}`);
      case 'LIMIT_EXCEEDED':
        return t('property.error.LIMIT_EXCEEDED', { limit: limitIn(error) });
      default:
        return failureText(error);
    }
  };
}

function limitIn(error: unknown): number {
  return error instanceof ApiError ? Number(error.meta.limit) : 0;
}
