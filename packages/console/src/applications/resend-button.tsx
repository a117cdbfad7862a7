import type { Delivery } from '@comporta/contract/notifications/notification';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { resend } from '../data/notification-queries.ts';
import { ActionIcon } from '../ui/controls/action-icon.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { toast } from '../ui/toast-store.ts';
import { useDeliveryText, useRefusalText } from './delivery-text.ts';

/** Sends one notification again and reports the result. */
export function ResendButton({
  appId,
  delivery: { id, headline },
}: {
  readonly appId: string;
  readonly delivery: Delivery;
}) {
  const t = useTranslations('config.deliveries');
  const client = useQueryClient();
  const deliveryText = useDeliveryText();
  const { isBusy, run } = useTask({ textOf: useRefusalText(), toasts: true });

  const send = () =>
    run(async () => {
      const delivery = await resend(client, appId, id);
      toast({ text: delivery.status === 'DELIVERED' ? t('resent') : deliveryText(delivery) });
    });

  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      loading={isBusy}
      aria-label={t('resendOf', { headline })}
      title={t('resend')}
      onClick={() => void send()}
    >
      <IconRefresh size={17} />
    </ActionIcon>
  );
}
