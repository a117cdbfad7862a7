import { type KeyboardEvent, type RefCallback, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { Textarea } from '../ui/controls/textarea.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { jsonErrorPlace } from '../ui/lines/json-place.ts';
import { formatted } from '../ui/lines/line-difference.ts';
import styles from './add-value.module.css';

/** The field grows up to this number of lines, then it scrolls. */
const MAX_ROWS = 20;

interface AddValueProps {
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
  readonly ref: RefCallback<HTMLTextAreaElement>;
}

/** Takes a value, which may be a document: then its lines have numbers, and what is wrong in JSON has a place. */
export function AddValue({ text, error, onChange, onEnter, ref }: AddValueProps) {
  const t = useTranslations('toggle');
  const numbers = useRef<HTMLSpanElement>(null);
  const lines = text.split('\n').length;
  const isJson = /^\s*\{/.test(text);
  const isDocument = isJson || lines > 1;
  const place = isJson ? jsonErrorPlace(text) : undefined;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    // In a document Enter starts another line, as in every editor; Ctrl+Enter adds it.
    if (isDocument && !event.ctrlKey && !event.metaKey) return;
    // Enter adds the value; the form has its own save button. Shift+Enter starts another line of the value.
    event.preventDefault();
    onEnter();
  }

  if (useIsReadOnly()) return null;
  return (
    <>
      <Textarea
        ref={ref}
        name="value"
        aria-label={t('addValue')}
        placeholder={t('addValue')}
        autoComplete="off"
        autosize
        minRows={1}
        maxRows={MAX_ROWS}
        spellCheck={false}
        wrap={isDocument ? 'off' : 'soft'}
        data-document={isDocument || undefined}
        classNames={isDocument ? { input: styles.document ?? '' } : {}}
        value={text}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => {
          numbers.current?.style.setProperty('translate', `0 ${-currentTarget.scrollTop}px`);
        }}
        inputContainer={(field) => (
          <div className={styles.entry}>
            <div className={styles.field}>
              {field}
              {isDocument && (
                <span aria-hidden className={styles.gutter}>
                  <span ref={numbers}>
                    {Array.from({ length: lines }, (_, index) => `${index + 1}\n`)}
                  </span>
                </span>
              )}
            </div>
            <Button variant="default" onClick={onEnter}>
              {t('values.add')}
            </Button>
          </div>
        )}
      />
      {isJson && (
        <div className={styles.tools}>
          <p role="status">
            {place === undefined ? t('values.isJson') : t('values.notJson', { ...place })}
          </p>
          <Button
            variant="default"
            size="compact-sm"
            disabled={place !== undefined}
            onClick={() => onChange(formatted(text))}
          >
            {t('values.format')}
          </Button>
        </div>
      )}
    </>
  );
}
