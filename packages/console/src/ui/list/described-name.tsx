import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './described-name.module.css';

interface DescribedNameProps {
  readonly to: string;
  /** Absent or empty when there is none. */
  readonly description?: string;
  readonly children: ReactNode;
}

/** The name of a row, which links to its editor, above its description. */
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
