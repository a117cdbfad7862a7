import type { LastChanged } from '@comporta/contract/last-changed';
import { TimeAgo } from '../time-ago.tsx';
import styles from './last-change.module.css';

/** When something was saved last, and by whom. */
export function LastChange({ change: { at, by } }: { readonly change: LastChanged }) {
  return (
    <span className={styles.change}>
      <TimeAgo at={at} />
      <span className={styles.person}>{by.name}</span>
    </span>
  );
}
