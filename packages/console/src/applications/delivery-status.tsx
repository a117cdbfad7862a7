import type { Delivery } from '@comporta/contract/notifications/notification';
import { useFormatter, useTranslations } from 'use-intl/react';
import styles from './delivery-status.module.css';
import { useDeliveryText } from './delivery-text.ts';

/**
 * The state of a delivery: delivered, waiting for another attempt, or failed; with the reason and the next
 * attempt.
 */
export function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  const t = useTranslations();
  const format = useFormatter();
  const deliveryText = useDeliveryText();
  const { status, attempts, nextAttemptAt } = delivery;
  const text = deliveryText(delivery);
  const name = t(`notification.status.${status}`);
  return (
    <>
      <span className={styles.status} data-status={status}>
        {name}
      </span>
      {text !== name && <span className={styles.detail}>{text}</span>}
      {status !== 'DELIVERED' && attempts > 0 && (
        <span className={styles.detail}>
          {t('config.deliveries.attempts', { count: attempts })}
          {nextAttemptAt !== null &&
            `, ${t('config.deliveries.next', { time: format.relativeTime(new Date(nextAttemptAt), new Date()) })}`}
        </span>
      )}
    </>
  );
}
