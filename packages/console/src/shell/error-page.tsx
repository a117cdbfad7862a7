import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { Message } from '../ui/message.tsx';

/** Shown for a bug, or when the code of a screen could not be loaded. A reload may help. */
export function ErrorPage() {
  const t = useTranslations();
  return (
    <Message title={t('error.general')}>
      <Button onClick={() => window.location.reload()}>{t('common.retry')}</Button>
    </Message>
  );
}
