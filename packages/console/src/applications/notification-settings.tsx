import type { Application } from '@comporta/contract/applications/application';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { DeliveryList } from './delivery-list.tsx';
import styles from './notification-settings.module.css';
import { TestNotification } from './test-notification.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** Where changes are reported, the results of the last messages, and how receivers verify them. */
export function NotificationSettings({ application }: { readonly application: Application }) {
  const t = useTranslations();
  const { id: appId, notificationWebhook, notificationLanguage } = application;
  if (notificationWebhook === null) {
    return (
      <EmptyState text={t('config.notifications.none')} help={<HelpLink page="api" />}>
        <Button component={Link} variant="default" to={pathTo('application', { appId })}>
          {t('config.notifications.add')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className={styles.settings}>
      <p>
        {t('config.notifications.sentTo', {
          // Shows the host only: anyone who can read the path of a webhook can post to it.
          host: new URL(notificationWebhook).host,
          language: t(`language.${notificationLanguage}`),
        })}
      </p>
      <TestNotification appId={appId} isSaved />
      <div>
        <h3>{t('config.deliveries.title')}</h3>
        <DeliveryList appId={appId} />
      </div>
      <WebhookSecret appId={appId} />
    </div>
  );
}
