import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import styles from './results-page.module.css';

interface FiguresTableProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly columns: readonly { readonly title: string; readonly cells: readonly string[] }[];
}

/** The figures of a chart, one row for each day. */
export function FiguresTable({ label, days, columns }: FiguresTableProps) {
  const t = useTranslations('results.chart');
  const figures = useFigures();
  return (
    <div className={styles.scrolled}>
      <table className={styles.figures} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={styles.figure}>
                <code>{title}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{figures.day(day)}</th>
              {columns.map(({ title, cells }) => (
                <td key={title} className={styles.figure}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
