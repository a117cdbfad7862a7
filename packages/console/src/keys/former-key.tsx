import type { KeyUse } from '@comporta/contract/keys/environment-key-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type EnvironmentPlace, stopFormerKey } from '../data/environment-key-queries.ts';
import { Alert, Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { useTimeAgo } from '../ui/time-ago.tsx';
import styles from './former-key.module.css';
import { useEndTime } from './key-times.ts';

interface FormerKeyProps {
  readonly place: EnvironmentPlace;
  readonly environment: string;
  readonly former: KeyUse;
  readonly present: KeyUse | undefined;
}

/** The key before the present one, which works until its end or until somebody ends it. */
export function FormerKey({ place, environment, former, present }: FormerKeyProps) {
  const t = useTranslations('key');
  const client = useQueryClient();
  const timeAgo = useTimeAgo();
  const endTime = useEndTime();
  const isReadOnly = useIsReadOnly();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  const time = endTime(new Date(former.endsAt ?? 0));
  const seen = seenSince(former, present);

  async function end() {
    await run(() => stopFormerKey(client, place, former.kind));
    setAsking(false);
  }

  return (
    <>
      <Notice tone="success">
        <div className={styles.former}>
          <span>
            {seen === undefined
              ? t('former.worksUnused', { time })
              : t('former.works', { time, seen: timeAgo(seen) })}{' '}
            {t('unseenAtEdges')}
          </span>
          {!isReadOnly && (
            <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
              {t('former.end')}
            </Button>
          )}
        </div>
      </Notice>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {isAsking && (
        <ConfirmDialog
          title={t('former.end')}
          text={t('former.endQuestion', { environment })}
          verb={t('former.end')}
          isBusy={isBusy}
          onConfirm={() => void end()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Its last use, unless that was before the present key was made. */
function seenSince({ seenAt }: KeyUse, present: KeyUse | undefined): string | undefined {
  if (seenAt === null) return undefined;
  const madeAt = present?.createdAt ?? null;
  return madeAt !== null && Date.parse(seenAt) < Date.parse(madeAt) ? undefined : seenAt;
}
