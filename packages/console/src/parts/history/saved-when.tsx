import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import { TimeAgo, useLongestTimeAgo } from '../../ui/time-ago.tsx';
import styles from './version-list.module.css';

/** When a thing was saved, and by whom. Has the room of its longest text: what is beside it stays where it is. */
export function SavedWhen({ save }: { readonly save: Toggle['lastChanged'] }) {
  const t = useTranslations('versions');
  const by = t('by', { name: save.by.name });
  const longest = useLongestTimeAgo(save.at);
  return (
    <span className={styles.when} data-longest={`${longest} ${by}`}>
      <span>
        <TimeAgo at={save.at} /> {by}
      </span>
    </span>
  );
}
