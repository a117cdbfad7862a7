import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { sendTest } from '../data/notification-queries.ts';
import { Alert, Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { useDeliveryText, useRefusalText } from './delivery-text.ts';
import styles from './test-notification.module.css';

interface TestNotificationProps {
  readonly appId: string;
  /** Whether the address on the screen is saved: the server calls the saved one. */
  readonly isSaved: boolean;
}

/** Sends a message to the webhook and reports the result at once. */
export function TestNotification({ appId, isSaved }: TestNotificationProps) {
  const t = useTranslations('app.webhook');
  const client = useQueryClient();
  const deliveryText = useDeliveryText();
  const { isBusy, problem, setProblem, run } = useTask({ textOf: useRefusalText() });
  const [isDelivered, setDelivered] = useState(false);

  async function test() {
    setDelivered(false);
    await run(async () => {
      const delivery = await sendTest(client, appId);
      if (delivery.status === 'DELIVERED') setDelivered(true);
      else setProblem(deliveryText(delivery));
    });
  }

  return (
    <div className={styles.test}>
      <div className={styles.action}>
        <Button variant="default" loading={isBusy} disabled={!isSaved} onClick={() => void test()}>
          {t('test')}
        </Button>
        {!isSaved && <span className={styles.hint}>{t('saveFirst')}</span>}
      </div>
      {isDelivered && <Notice>{t('testSent')}</Notice>}
      {problem !== undefined && <Alert>{problem}</Alert>}
    </div>
  );
}
