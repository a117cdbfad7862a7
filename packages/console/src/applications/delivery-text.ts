import type { Delivery } from '@comporta/contract/notifications/notification';
import { resendDelivery } from '@comporta/contract/notifications/notification-api';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';

/** Says how a delivery stands: delivered, waiting, or why it failed. */
export function useDeliveryText(): (delivery: Delivery) => string {
  const t = useTranslations('notification');
  return ({ status, lastError, lastStatus }) =>
    lastError === null || status === 'DELIVERED'
      ? t(`status.${status}`)
      : t(`error.${lastError}`, { status: Number(lastStatus) });
}

/** Says why nothing was sent at all: somebody removed the webhook, or what any call may answer. */
export function useRefusalText(): (error: unknown) => string {
  const t = useTranslations('notification.error');
  const failureText = useFailureText();
  return (error) => {
    const code = refusalOf(resendDelivery, error);
    return code === undefined ? failureText(error) : t(code);
  };
}
