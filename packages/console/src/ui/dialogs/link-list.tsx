import { Link } from 'react-router';
import styles from './link-list.module.css';

export interface NamedLink {
  readonly label: string;
  readonly to: string;
}

interface LinkListProps {
  readonly links: readonly NamedLink[];
  /** Closes the dialog around the list when a link is followed. */
  readonly onFollow: () => void;
}

/** The links to the things that a dialog mentions. */
export function LinkList({ links, onFollow }: LinkListProps) {
  return (
    <ul className={styles.links}>
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} onClick={onFollow}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
