import { shownValue } from '@comporta/messages/shown-value';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl/react';
import { CodeBlock } from '../ui/code-block.tsx';
import { Button } from '../ui/controls/button.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { formatted } from '../ui/lines/line-difference.ts';
import styles from './values-field.module.css';

interface LongValueProps {
  readonly value: string;
  /** All values of the toggle. */
  readonly among: readonly string[];
  /** Starts another value with this text. */
  readonly onCopy: () => void;
}

/** A value of several lines: what tells it from the others, and the whole value in a dialog. */
export function LongValue({ value, among, onCopy }: LongValueProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.long} onClick={() => setOpen(true)}>
        <code>{shownValue(value, among)}</code>
      </button>
      {isOpen && (
        <Dialog
          title={t('toggle.value')}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button
                variant="default"
                onClick={() => {
                  // The dialog gives the focus back before the field takes it.
                  flushSync(() => setOpen(false));
                  onCopy();
                }}
              >
                {t('toggle.values.copy')}
              </Button>
              <Button onClick={() => setOpen(false)} data-autofocus>
                {t('common.close')}
              </Button>
            </>
          }
        >
          <CodeBlock label={t('toggle.value')} text={formatted(value)} />
        </Dialog>
      )}
    </>
  );
}
