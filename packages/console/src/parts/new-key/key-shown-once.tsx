import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { CopyOnce } from '../../ui/copy-once.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import styles from './key-shown-once.module.css';

interface KeyShownOnceProps {
  readonly keyText: string;
  /** How to use the key. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** Shows the new key. Leaving before it was copied needs a confirmation, because the key is never shown again. */
export function KeyShownOnce({ keyText, children, onDone }: KeyShownOnceProps) {
  const t = useTranslations('key');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isStored, setStored] = useState(false);
  const question = {
    title: t('leaveTitle'),
    text: t('leaveWithoutCopy'),
    stay: t('stay'),
    leave: t('leave'),
  };

  // The form that had the focus is no longer there.
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className={styles.key}>
      <h2 ref={heading} tabIndex={-1}>
        {t('newKey')}
      </h2>
      <Notice tone="warning">{t('shownOnce')}</Notice>
      <CopyOnce label={t('newKey')} text={keyText} onCopied={() => setCopied(true)} />
      {children}
      <div className={styles.done}>
        <Checkbox
          label={t('saved')}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
      <UnsavedGuard hasUnsaved={() => !isCopied && !isStored} question={question} />
    </div>
  );
}
