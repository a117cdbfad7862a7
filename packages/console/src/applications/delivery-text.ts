import type { Delivery } from '@comporta/contract/notifications/notification';
import { resendDelivery } from '@comporta/contract/notifications/notification-api';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';

/** Describes the state of a delivery: delivered, waiting, or why it failed. */
export function useDeliveryText(): (delivery: Delivery) => string {
  const t = useTranslations('notification');
  return ({ status, lastError, lastStatus }) =>
    lastError === null || status === 'DELIVERED'
      ? t(`status.${status}`)
      : t(`error.${lastError}`, { status: Number(lastStatus) });
}

/** Explains why nothing was sent: somebody removed the webhook, or the call failed as any call may. */
export function useRefusalText(): (error: unknown) => string {
  const t = useTranslations('notification.error');
  const failureText = useFailureText();
  return (error) => {
    const code = refusalOf(resendDelivery, error);
    return code === undefined ? failureText(error) : t(code);
  };
}
