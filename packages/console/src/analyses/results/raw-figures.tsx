import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Fold } from './fold.tsx';
import type { MetricRows, ValueRow } from './metric-rows.ts';
import { ResultsCsvButton } from './results-csv-button.tsx';
import styles from './results-page.module.css';

interface RawFiguresProps {
  readonly results: Results;
  readonly metrics: readonly MetricRows[];
}

/** Figures for statisticians. They are no basis for a decision. */
export function RawFigures({ results, metrics }: RawFiguresProps) {
  const t = useTranslations('results');
  const format = useFormatter();
  const digits = { maximumSignificantDigits: 4 };
  const columns = [
    t('choose.metric'),
    t('table.value'),
    t('raw.mean'),
    t('raw.standardError'),
    t('raw.eValue'),
    t('raw.pValue'),
    t('raw.pFixed'),
    t('raw.pHolm'),
    t('chanceToBeBetter'),
    t('raw.expectedLoss'),
  ];

  function cellsOf(row: ValueRow): string[] {
    const say = (figure: number | undefined) =>
      figure === undefined ? '–' : format.number(figure, digits);
    const raw = row.comparison?.raw;
    return [
      say(row.level),
      say(raw?.standardError),
      say(raw?.logE === undefined ? undefined : Math.exp(raw.logE)),
      say(raw?.pValue),
      say(raw?.pFixed),
      say(raw?.pHolm),
      raw === undefined
        ? '–'
        : format.number(raw.chanceToBeBetter, { style: 'percent', maximumFractionDigits: 1 }),
      say(raw?.expectedLoss.ofValue),
    ];
  }

  return (
    <Fold title={t('raw.title')} isHeading>
      <div className={styles.raw}>
        <ResultsCsvButton results={results} />
        <p className={styles.muted}>{t('raw.downloadHint')}</p>
        <div className={styles.scrolled}>
          <table className={styles.figures} aria-label={t('raw.title')}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {metrics.flatMap(({ metric, rows }) =>
                rows.map((row) => (
                  <tr key={`${metric.no} ${row.value}`}>
                    <th scope="row">{metric.name}</th>
                    <td>
                      <code>{shownValue(row.value)}</code>
                    </td>
                    {cellsOf(row).map((cell, index) => (
                      <td key={columns[index + 2]} className={styles.figure}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
        <p className={styles.muted}>{t('raw.chanceHint')}</p>
        <p className={styles.muted}>
          {t('raw.chi2')}: {format.number(results.sampleRatio.chiSquaredP, digits)} ·{' '}
          {t('raw.eValue')}: {format.number(Math.exp(results.sampleRatio.logE), digits)}
        </p>
      </div>
    </Fold>
  );
}
