import { useTranslations } from 'use-intl/react';
import { isOnline, tryNow } from '../api/connection.ts';
import { Button } from '../ui/controls/button.ts';
import { Message } from '../ui/message.tsx';

/** Shown for a bug, or when the service has no such code any more, as after an update. A reload may help. */
export function ErrorPage() {
  const t = useTranslations();

  /** Without a connection, a reload would lead to the browser's own page. */
  async function reload() {
    await tryNow();
    if (isOnline()) window.location.reload();
  }

  return (
    <Message title={t('error.general')}>
      <Button onClick={() => void reload()}>{t('common.retry')}</Button>
    </Message>
  );
}
