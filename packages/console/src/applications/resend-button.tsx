import type { Delivery } from '@comporta/contract/notifications/notification';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { resend } from '../data/notification-queries.ts';
import { ActionIcon } from '../ui/controls/action-icon.ts';
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
  const refusalText = useRefusalText();
  const deliveryText = useDeliveryText();
  const [isBusy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const delivery = await resend(client, appId, id);
      toast({ text: delivery.status === 'DELIVERED' ? t('resent') : deliveryText(delivery) });
    } catch (error) {
      toast({ text: refusalText(error) });
    } finally {
      setBusy(false);
    }
  }

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
