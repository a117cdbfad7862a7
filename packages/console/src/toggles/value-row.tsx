import { isShownWhole, shownValue } from '@comporta/messages/shown-value';
import { Radio } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './values-field.module.css';

interface ValueRowProps {
  readonly value: string;
  readonly isDefault: boolean;
  readonly onMakeDefault: () => void;
  readonly onRemove: () => void;
}

/** One value of a toggle. */
export function ValueRow({ value, isDefault, onMakeDefault, onRemove }: ValueRowProps) {
  const t = useTranslations('toggle');
  const mark = useTranslations('common')('default');
  return (
    <div className={styles.row}>
      <Radio
        name="defaultValue"
        value={value}
        checked={isDefault}
        onChange={onMakeDefault}
        aria-label={t('makeDefault', { value: shownValue(value) })}
      />
      {isShownWhole(value) ? (
        <code>{value}</code>
      ) : (
        <details className={styles.long}>
          <summary>
            <code>{shownValue(value)}</code>
          </summary>
          <pre>{value}</pre>
        </details>
      )}
      {isDefault && <span className={styles.mark}>{mark}</span>}
      <IconButton
        size="large"
        aria-label={t('removeValue', { value: shownValue(value) })}
        title={t('removeValue', { value: shownValue(value) })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </IconButton>
    </div>
  );
}
