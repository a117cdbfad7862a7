import type { AppSetUp, Security } from '@comporta/contract/identity/security';
import { FEW_RECOVERY_CODES } from '@comporta/contract/identity/security';
import { beginApp } from '@comporta/contract/identity/security-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { newRecoveryCodes, securityQuery, takeAppAway } from '../data/security-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { useTask } from '../ui/forms/use-task.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { toast } from '../ui/toast-store.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './second-factor.module.css';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';

/** The second factor of the user: the app and the recovery codes. */
export function SecondFactor() {
  const t = useTranslations('security.factor');
  const query = useQuery(securityQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // The section is loaded after the page, so the browser has found nothing to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again.
  useEffect(() => {
    if (hash === '#second-factor') heading.current?.focus();
  }, [hash, key]);
  return (
    <section aria-labelledby="second-factor" className={styles.part}>
      <h3 ref={heading} id="second-factor" tabIndex={-1}>
        {t('title')}
      </h3>
      <Loaded query={query} rows={1}>
        {(security) => <Factor security={security} />}
      </Loaded>
    </section>
  );
}

/** What is open over the page. */
type Open =
  | { readonly is: 'setUp'; readonly begun: AppSetUp }
  | { readonly is: 'remove' }
  | { readonly is: 'codes'; readonly codes: readonly string[] };

function Factor({ security }: { readonly security: Security }) {
  const t = useTranslations('security');
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { isBusy, run } = useTask({ toasts: true });
  const close = () => setOpen(undefined);
  const begin = () => run(async () => setOpen({ is: 'setUp', begun: await call(beginApp, {}) }));
  const makeCodes = () =>
    run(async () => setOpen({ is: 'codes', codes: await newRecoveryCodes(client) }));
  const remove = () =>
    run(async () => {
      await takeAppAway(client);
      close();
      toast({ text: t('factor.removed') });
    });

  // Who had to set up an app to log in is sent here for the codes.
  const isSentForCodes = useLocation().hash === '#recovery-codes' && security.recoveryCodes === 0;
  const navigate = useNavigate();
  const arrive = useEffectEvent(() => {
    void navigate({ hash: '' }, { replace: true });
    void makeCodes();
  });
  useEffect(() => {
    if (isSentForCodes) arrive();
  }, [isSentForCodes]);

  return (
    <>
      <State security={security} />
      <div className={styles.actions}>
        {security.app === null && security.passkey && (
          <Button variant="default" loading={isBusy} onClick={() => void makeCodes()}>
            {t('recovery.make')}
          </Button>
        )}
        {security.app === null ? (
          <Button
            variant="default"
            loading={isBusy}
            disabled={!security.canSetUpApp}
            onClick={() => void begin()}
          >
            {t('factor.setUp')}
          </Button>
        ) : (
          <>
            <Button variant="default" loading={isBusy} onClick={() => void makeCodes()}>
              {t('recovery.make')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => setOpen({ is: 'remove' })}>
              {t('factor.remove')}
            </Button>
          </>
        )}
      </div>
      {open?.is === 'setUp' && (
        <SetUpAppDialog
          begun={open.begun}
          onClose={close}
          onSetUp={() => {
            close();
            toast({ text: t('factor.inForce') });
            void makeCodes();
          }}
        />
      )}
      {open?.is === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open?.is === 'remove' && (
        <ConfirmDialog
          title={t('factor.removeTitle')}
          text={t(security.passkey ? 'factor.removeOneText' : 'factor.removeText')}
          verb={t('factor.removeTitle')}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onCancel={close}
        />
      )}
    </>
  );
}

function State({ security }: { readonly security: Security }) {
  const t = useTranslations();
  const format = useFormatter();
  const company = useSession()?.company_name ?? '';
  const { app, passkey, recoveryCodes, factorDueAt, canSetUpApp } = security;
  const dayOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' });
  if (app !== null || passkey) {
    return (
      <>
        <p>
          {app === null
            ? t('security.factor.passkey', { count: recoveryCodes })
            : t('security.factor.app', { date: dayOf(app.since), count: recoveryCodes })}
        </p>
        {recoveryCodes <= FEW_RECOVERY_CODES && (
          <Notice tone="warning">{t('security.recovery.few', { count: recoveryCodes })}</Notice>
        )}
      </>
    );
  }
  return (
    <>
      <p>{t('security.factor.none')}</p>
      {factorDueAt !== null && (
        <Notice tone="warning">
          {t('security.factor.due', { company, date: dayOf(factorDueAt) })}
        </Notice>
      )}
      {!canSetUpApp && (
        <p className={styles.muted}>{t('secondStep.error.ENCRYPTION_KEY_MISSING')}</p>
      )}
    </>
  );
}
