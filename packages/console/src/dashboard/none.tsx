import { HelpLink } from '../base/help/help-link.tsx';
import styles from './dashboard-list.module.css';

/** In place of a list of the dashboard without rows. */
export function None({ text }: { readonly text: string }) {
  return (
    <p className={styles.none}>
      {text} <HelpLink page="concepts" />
    </p>
  );
}
