import { HelpLink } from '../base/help/help-link.tsx';
import styles from './dashboard-list.module.css';

/** Shown in place of an empty list on the dashboard. */
export function None({ text }: { readonly text: string }) {
  return (
    <p className={styles.none}>
      {text} <HelpLink page="concepts" />
    </p>
  );
}
