import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { RejectDialog } from './reject-dialog.tsx';
import styles from './request-actions.module.css';
import { RequestMenu } from './request-menu.tsx';
import { SIMPLE_ACTIONS, useOffered } from './use-offered.ts';
import { useRequestWork } from './use-request-work.ts';
import type { SeenDigest } from './use-seen-digest.ts';
import type { Sending } from './use-sending.ts';

interface RequestActionsProps {
  readonly request: ChangeRequest;
  readonly sending: Sending;
  readonly seen: SeenDigest;
  /** Of what says why it cannot be submitted. */
  readonly problemsId: string;
}

/** What can be done with the request now, by this person. On a phone it is at the bottom of the screen. */
export function RequestActions({ request, sending, seen, problemsId }: RequestActionsProps) {
  const t = useTranslations('changeRequest');
  const offered = useOffered(request);
  const work = useRequestWork(request, sending);
  const [isRejecting, setRejecting] = useState(false);
  const { isBusy } = sending;
  const needsApproval = request.approvals.length > 0;
  const hasProblems = request.problems.length > 0;

  return (
    <div className={styles.actions} data-stays>
      {offered.review && (
        <>
          {offered.approve && (
            <Button
              disabled={isBusy || seen.isStale}
              onClick={() => work.review({ verdict: 'APPROVED', digest: seen.digest, comment: '' })}
            >
              {t('action.approve')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={isBusy || seen.isStale}
            onClick={() => setRejecting(true)}
          >
            {t('action.reject')}
          </Button>
        </>
      )}
      {offered.actions.has('SUBMIT') && (
        <Button
          disabled={isBusy || hasProblems}
          aria-describedby={hasProblems ? problemsId : undefined}
          onClick={() => work.act('SUBMIT')}
        >
          {t(needsApproval ? 'action.submit' : 'action.file')}
        </Button>
      )}
      {SIMPLE_ACTIONS.map(([action, text]) =>
        offered.actions.has(action) ? (
          <Button
            key={action}
            variant="default"
            data-action={action}
            disabled={isBusy}
            onClick={() => work.act(action)}
          >
            {t(`action.${text}`)}
          </Button>
        ) : null,
      )}
      {offered.fileAgain && (
        <Button variant="default" disabled={isBusy} onClick={work.fileAgain}>
          {t('action.fileAgain')}
        </Button>
      )}
      {offered.revert && (
        <Button variant="default" disabled={isBusy} onClick={work.revert}>
          {t('action.revert')}
        </Button>
      )}
      <RequestMenu {...{ request, offered, work, seen, isBusy }} />
      {isRejecting && (
        <RejectDialog
          onReject={(comment) => {
            setRejecting(false);
            work.review({ verdict: 'REJECTED', digest: seen.digest, comment });
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
