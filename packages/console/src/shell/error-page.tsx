import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { Message } from '../ui/message.tsx';

/** A bug, or code of a screen that could not be loaded: what a reload may cure. */
export function ErrorPage() {
  const t = useTranslations();
  return (
    <Message title={t('error.general')}>
      <Button onClick={() => window.location.reload()}>{t('common.retry')}</Button>
    </Message>
  );
}
