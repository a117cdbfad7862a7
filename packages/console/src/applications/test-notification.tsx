import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { sendTest } from '../data/notification-queries.ts';
import { Alert, Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { useDeliveryText, useRefusalText } from './delivery-text.ts';
import styles from './test-notification.module.css';

interface TestNotificationProps {
  readonly appId: string;
  /** Whether the address on the screen is saved: the server calls the saved one. */
  readonly isSaved: boolean;
}

interface Result {
  readonly isGood: boolean;
  readonly text: string;
}

/** Sends a message to the webhook and reports the result at once. */
export function TestNotification({ appId, isSaved }: TestNotificationProps) {
  const t = useTranslations('app.webhook');
  const client = useQueryClient();
  const refusalText = useRefusalText();
  const deliveryText = useDeliveryText();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();

  async function test() {
    setBusy(true);
    setResult(undefined);
    try {
      const delivery = await sendTest(client, appId);
      const isGood = delivery.status === 'DELIVERED';
      setResult({ isGood, text: isGood ? t('testSent') : deliveryText(delivery) });
    } catch (error) {
      setResult({ isGood: false, text: refusalText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.test}>
      <div className={styles.action}>
        <Button variant="default" loading={isBusy} disabled={!isSaved} onClick={() => void test()}>
          {t('test')}
        </Button>
        {!isSaved && <span className={styles.hint}>{t('saveFirst')}</span>}
      </div>
      {result?.isGood === true && <Notice>{result.text}</Notice>}
      {result?.isGood === false && <Alert>{result.text}</Alert>}
    </div>
  );
}
