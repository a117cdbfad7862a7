import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './described-name.module.css';

interface DescribedNameProps {
  readonly to: string;
  /** Absent where there is none, or an empty one. */
  readonly description?: string;
  readonly children: ReactNode;
}

/** The name of a row, which leads to its editor, above what it is for. */
export function DescribedName({ to, description = '', children }: DescribedNameProps) {
  return (
    <>
      <Link to={to}>{children}</Link>
      {description !== '' && (
        <p className={styles.description} title={description}>
          {description}
        </p>
      )}
    </>
  );
}
