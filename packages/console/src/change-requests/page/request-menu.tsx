import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { IconArrowBackUp, IconDots, IconPencil, IconTrash, IconUserUp } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import type { Offered } from './use-offered.ts';
import type { RequestWork } from './use-request-work.ts';
import type { SeenDigest } from './use-seen-digest.ts';

const EditDialog = lazy(async () => ({
  default: (await import('./edit-dialog.tsx')).EditDialog,
}));

interface RequestMenuProps {
  readonly request: ChangeRequest;
  readonly offered: Offered;
  readonly work: RequestWork;
  readonly seen: SeenDigest;
  readonly isBusy: boolean;
}

/** What is done rarely, or asks first. */
export function RequestMenu({ request, offered, work, seen, isBusy }: RequestMenuProps) {
  const t = useTranslations('changeRequest');
  const [open, setOpen] = useState<'edit' | 'withdraw' | 'delete'>();
  const { actions, edit, deleteDraft } = offered;
  const canTakeOver = actions.has('TAKE_OVER');
  const canWithdraw = actions.has('WITHDRAW');
  const close = () => setOpen(undefined);
  if (!canTakeOver && !canWithdraw && !edit && !deleteDraft) return null;
  const name = t('of', { number: String(request.number), title: request.title });
  return (
    <>
      <Menu
        button={(opener) => (
          <IconButton
            size="large"
            aria-label={t('moreActions')}
            title={t('moreActions')}
            disabled={isBusy}
            {...opener}
          >
            <IconDots size={17} />
          </IconButton>
        )}
      >
        {edit && (
          <MenuItem icon={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
            {t('action.edit')}
          </MenuItem>
        )}
        {canTakeOver && (
          <MenuItem
            icon={<IconUserUp size={16} aria-hidden />}
            onClick={() => work.act('TAKE_OVER')}
          >
            {t('action.takeOver')}
          </MenuItem>
        )}
        {canWithdraw && (
          <MenuItem
            icon={<IconArrowBackUp size={16} aria-hidden />}
            isDanger
            onClick={() => setOpen('withdraw')}
          >
            {t('action.withdraw')}
          </MenuItem>
        )}
        {deleteDraft && (
          <MenuItem
            icon={<IconTrash size={16} aria-hidden />}
            isDanger
            onClick={() => setOpen('delete')}
          >
            {t('action.deleteDraft')}
          </MenuItem>
        )}
      </Menu>
      {open === 'edit' && (
        <Suspense>
          <EditDialog request={request} onSaved={seen.lookAgain} onClose={close} />
        </Suspense>
      )}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={t('withdraw.title')}
          text={t(request.currentStep === 0 ? 'withdraw.text' : 'withdraw.kept', { name })}
          verb={t('withdraw.title')}
          isBusy={isBusy}
          onConfirm={() => {
            close();
            work.act('WITHDRAW');
          }}
          onCancel={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('deleteDraft.title')}
          text={t('deleteDraft.text', { name })}
          verb={t('deleteDraft.title')}
          isBusy={isBusy}
          onConfirm={() => {
            close();
            work.deleteDraft();
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
