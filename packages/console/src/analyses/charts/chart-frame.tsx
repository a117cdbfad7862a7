import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import styles from './charts.module.css';

interface ChartFrameProps {
  readonly title: string;
  readonly chart: ReactNode;
  /** The same figures as a table, for readers who prefer one. */
  readonly table: ReactNode;
}

/** A chart with its title, and a button that shows the table in its place. */
export function ChartFrame({ title, chart, table }: ChartFrameProps) {
  const t = useTranslations('results.chart');
  const [isTable, setTable] = useState(false);
  return (
    <section className={styles.frame} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <Button variant="default" size="compact-sm" onClick={() => setTable(!isTable)}>
          {isTable ? t('showChart') : t('showTable')}
        </Button>
      </div>
      {isTable ? table : chart}
    </section>
  );
}
