import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './version-list.module.css';

/** When a thing was saved, and by whom. */
export function SavedWhen({ save }: { readonly save: Toggle['lastChanged'] }) {
  const t = useTranslations('versions');
  return (
    <span className={styles.when}>
      <TimeAgo at={save.at} /> {t('by', { name: save.by.name })}
    </span>
  );
}
