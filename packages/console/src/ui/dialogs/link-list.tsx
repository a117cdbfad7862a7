import { Link } from 'react-router';
import styles from './link-list.module.css';

export interface NamedLink {
  readonly label: string;
  readonly to: string;
}

interface LinkListProps {
  readonly links: readonly NamedLink[];
  /** The dialog around goes when one of them is followed. */
  readonly onFollow: () => void;
}

/** What a dialog speaks of, each with where it is. */
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
