import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';

/** Asks before changes are left behind: by a link, by Back, by closing the tab. */
export function UnsavedGuard({ hasUnsaved }: { readonly hasUnsaved: () => boolean }) {
  const t = useTranslations('dialog.unsaved');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  );

  useEffect(() => {
    function ask(event: BeforeUnloadEvent) {
      if (hasUnsaved()) event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={t('title')}
      role="alertdialog"
      onClose={blocker.reset}
      footer={
        <>
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {t('stay')}
          </Button>
          <Button color="danger" onClick={blocker.proceed}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <p>{t('text')}</p>
    </Dialog>
  );
}
