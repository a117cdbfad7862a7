import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { useMediaQuery } from '../../ui/controls/use-media-query.ts';
import { liftDomain } from '../charts/lift-domain.ts';
import { useFigures } from '../words/use-figures.ts';
import { LiftAxis, LiftBar } from './lift-bar.tsx';
import { drawnLifts, type MetricRows, type ValueRow } from './metric-rows.ts';
import styles from './metric-table.module.css';
import { MetricHead, MetricNotes } from './metric-words.tsx';
import { Claim, LiftWords } from './value-words.tsx';

interface MetricTableProps {
  readonly results: Pick<Results, 'analysis'>;
  readonly metrics: readonly MetricRows[];
  /** Names the table for screen readers. */
  readonly label: string;
}

/** Below this width each metric is a card. */
const NARROW = '(max-width: 767px)';

/** The effect of each value on each metric: a table, or on a phone one card for each metric. */
export function MetricTable({ results, metrics, label }: MetricTableProps) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { focus, others } = drawnLifts(metrics);
  const { mde } = results.analysis;
  const picture = { domain: liftDomain(focus, others, mde), mde };
  return isNarrow ? (
    <div className={styles.cards}>
      {metrics.map((one) => (
        <MetricCard key={one.metric.no} metric={one} picture={picture} />
      ))}
    </div>
  ) : (
    <WideTable {...{ results, metrics, label, picture }} />
  );
}

interface Picture {
  readonly domain: readonly [number, number];
  readonly mde: number;
}

interface WideTableProps extends MetricTableProps {
  readonly picture: Picture;
}

function WideTable({ results, metrics, label, picture }: WideTableProps) {
  const t = useTranslations('results');
  return (
    <div className={styles.scrolled}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('choose.metric')}</th>
            <th scope="col">{t('table.value')}</th>
            <th scope="col" className={styles.figure}>
              {t('table.users')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('table.level')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('difference', { value: shownValue(results.analysis.control) })}
            </th>
            <th scope="col">{t('table.lift')}</th>
            <th scope="col" className={styles.picture}>
              <span className="visually-hidden">{t('table.interval')}</span>
              <LiftAxis {...picture} />
            </th>
          </tr>
        </thead>
        {metrics.map((one) => (
          <tbody key={one.metric.no} data-role={one.metric.role}>
            {one.rows.map((row, index) => (
              <tr key={row.value}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={one.rows.length} className={styles.metric}>
                    <MetricHead metric={one.metric} />
                    <MetricNotes metric={one} />
                  </th>
                )}
                <WideCells row={row} metric={one} picture={picture} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: ValueRow;
  readonly metric: MetricRows;
  readonly picture: Picture;
}

function WideCells({ row, metric: { metric }, picture }: RowProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  const { comparison } = row;
  return (
    <>
      <td>
        <code>{shownValue(row.value)}</code>
      </td>
      <td className={styles.figure}>{figures.count(row.users)}</td>
      <td className={styles.figure}>
        {row.level === undefined ? '–' : figures.level(metric.kind, row.level)}
      </td>
      <td className={styles.figure}>
        {comparison?.difference !== undefined &&
          figures.difference(metric.kind, comparison.difference.point)}
      </td>
      <td>
        {row.isControl ? (
          <span className={styles.muted}>{t('table.isControl')}</span>
        ) : (
          <LiftWords row={row} kind={metric.kind} />
        )}
      </td>
      <td className={styles.picture}>
        {comparison?.lift !== undefined && (
          <LiftBar lift={comparison.lift} finding={row.finding} {...picture} />
        )}
        <Claim row={row} role={metric.role} />
      </td>
    </>
  );
}

function MetricCard({ metric, picture }: Omit<RowProps, 'row'>) {
  const t = useTranslations('results');
  const figures = useFigures();
  const { kind, role, name } = metric.metric;
  return (
    <section className={styles.card} aria-label={name} data-role={role}>
      <MetricHead metric={metric.metric} />
      <MetricNotes metric={metric} />
      {metric.rows.map((row) => (
        <div key={row.value} className={styles.value}>
          <p className={styles.line}>
            <code>{shownValue(row.value)}</code>
            <span>
              {row.level === undefined ? '–' : figures.level(kind, row.level)}
              {row.isControl && <span className={styles.muted}> {t('table.isControl')}</span>}
            </span>
          </p>
          <p className={styles.muted}>{t('unitCount', { count: row.users })}</p>
          {!row.isControl && <LiftWords row={row} kind={kind} />}
          {row.comparison?.lift !== undefined && (
            <LiftBar lift={row.comparison.lift} finding={row.finding} {...picture} />
          )}
          <Claim row={row} role={role} />
        </div>
      ))}
    </section>
  );
}
