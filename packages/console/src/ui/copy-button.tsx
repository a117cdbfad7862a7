import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Names the copied text for users who cannot see it beside the button. */
  readonly label: string;
  readonly kind?: 'icon' | 'button';
  readonly onCopied?: () => void;
}

export function CopyButton({ text, label, kind = 'icon', onCopied }: CopyButtonProps) {
  const t = useTranslations('common');
  // A list has hundreds of these buttons, so the first press adds the status element. It is empty until the text
  // is copied.
  const [isPressed, setPressed] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    setPressed(true);
    if (!(await copyText(text))) return;
    setCopied(true);
    onCopied?.();
  }

  return (
    <>
      {kind === 'icon' ? (
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          aria-label={`${t('copy')} ${label}`}
          title={t('copy')}
          data-row-key="c"
          onClick={() => void copy()}
        />
      ) : (
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? t('copied') : t('copy')}
        </Button>
      )}
      {isPressed && (
        <span role="status" className="visually-hidden">
          {isCopied && t('copied')}
        </span>
      )}
    </>
  );
}
