import { COMMENT_MAX_CHARS } from '@comporta/contract/change-requests/change-request';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { withCount } from '../../ui/list/with-count.tsx';

interface RejectDialogProps {
  readonly onReject: (comment: string) => void;
  readonly onClose: () => void;
}

/** One rejection ends a request, so it says why. */
export function RejectDialog({ onReject, onClose }: RejectDialogProps) {
  const t = useTranslations('changeRequest');
  const common = useTranslations('common');
  const [comment, setComment] = useState('');
  const [hasTried, setTried] = useState(false);
  const isEmpty = comment.trim() === '';
  return (
    <Dialog
      title={t('reject.title')}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!isEmpty) onReject(comment);
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" color="danger">
            {t('reject.title')}
          </Button>
        </>
      }
    >
      <p>{t('reject.text')}</p>
      <Textarea
        {...withCount(comment, COMMENT_MAX_CHARS)}
        data-autofocus
        label={t('reject.why')}
        value={comment}
        error={hasTried && isEmpty && t('error.EMPTY_COMMENT')}
        rows={3}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </Dialog>
  );
}
