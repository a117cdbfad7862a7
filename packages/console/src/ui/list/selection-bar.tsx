import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RowSelection } from './row-selection.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly selection: Pick<RowSelection<never>, 'keys' | 'set'>;
  /** The buttons for actions on all selected rows. */
  readonly children: ReactNode;
}

/** Shown below a list with selected rows: their number, and the actions on them. */
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
