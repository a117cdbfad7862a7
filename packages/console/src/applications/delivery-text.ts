import type { Delivery } from '@comporta/contract/notifications/notification';
import { useTranslations } from 'use-intl/react';

/** Says how a delivery stands: delivered, waiting, or why it failed. */
export function useDeliveryText(): (delivery: Delivery) => string {
  const t = useTranslations('notification');
  return ({ status, lastError, lastStatus }) =>
    lastError === null || status === 'DELIVERED'
      ? t(`status.${status}`)
      : t(`error.${lastError}`, { status: Number(lastStatus) });
}
