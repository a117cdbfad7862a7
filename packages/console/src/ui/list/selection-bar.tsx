import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RowSelection } from './row-selection.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly selection: Pick<RowSelection<never>, 'keys' | 'set'>;
  /** What can be done with all rows that are chosen: buttons. */
  readonly children: ReactNode;
}

/** Below a list of which rows are chosen: how many, and what can be done with them. */
export function SelectionBar({ selection: { keys, set }, children }: SelectionBarProps) {
  const t = useTranslations('common');
  const count = keys.size;
  return (
    <>
      <span role="status" className="visually-hidden">
        {count > 0 && t('selected', { count })}
      </span>
      {count > 0 && (
        <section className={styles.bar} data-stays aria-label={t('selected', { count })}>
          <span className={styles.count}>{t('selected', { count })}</span>
          {children}
          <Button variant="default" onClick={() => set([])}>
            {t('clearSelection')}
          </Button>
        </section>
      )}
    </>
  );
}
