import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import styles from './toggle-filter-fields.module.css';

export interface ShownChip {
  readonly key: string;
  readonly text: string;
  readonly onRemove: () => void;
}

/** An active filter; a click removes it. */
export function FilterChip({ chip: { text, onRemove } }: { readonly chip: ShownChip }) {
  const t = useTranslations('toggle.list.state');
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('remove', { filter: text })}
      onClick={onRemove}
    >
      {text}
      <IconX size={14} aria-hidden />
    </button>
  );
}
